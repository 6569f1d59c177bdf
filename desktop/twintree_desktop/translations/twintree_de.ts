<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name></name>
    <message>
        <source>1 paper</source>
        <translation>1 Arbeit</translation>
    </message>
    <message>
        <source>{0} papers</source>
        <translation>{0} Arbeiten</translation>
    </message>
    <message numerus="yes">
        <source>All %n paper(s)</source>
        <translation>
            <numerusform>Die eine Arbeit</numerusform>
            <numerusform>Alle %n Arbeiten</numerusform>
        </translation>
    </message>
    <message>
        <source>There are no papers here to answer from.</source>
        <translation>Hier gibt es keine Arbeiten, aus denen geantwortet werden könnte.</translation>
    </message>
    <message>
        <source>a paper that is gone</source>
        <translation>eine Arbeit, die es nicht mehr gibt</translation>
    </message>
    <message>
        <source>This paper is no longer in the library.</source>
        <translation>Diese Arbeit ist nicht mehr in der Bibliothek.</translation>
    </message>
    <message>
        <source>This paper has no file to answer from.</source>
        <translation>Zu dieser Arbeit gibt es keine Datei, aus der geantwortet werden könnte.</translation>
    </message>
    <message>
        <source>No text was found in this file, so nothing can be answered from it.</source>
        <translation>In dieser Datei wurde kein Text gefunden; aus ihr kann nichts beantwortet werden.</translation>
    </message>
    <message>
        <source>Selection</source>
        <translation>Auswahl</translation>
    </message>
    <message>
        <source>All papers</source>
        <translation>Alle Arbeiten</translation>
    </message>
    <message>
        <source>{0} model tokens · {1} s</source>
        <extracomment>Steps whose sentence says all that their data holds, or whose data is shown elsewhere. How the engine begins to tell an agent&apos;s limits. words at the left, a muted figure at the right</extracomment>
        <translation>{0} Modell-Token · {1} s</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>Aufwand</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>Grenzen</translation>
    </message>
    <message>
        <source>{0}, chosen automatically: {1}</source>
        <translation>{0}, automatisch gewählt: {1}</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>Frage</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>Plan</translation>
    </message>
    <message>
        <source>Path</source>
        <translation>Pfad</translation>
    </message>
    <message>
        <source>Shortlist</source>
        <translation>Vorauswahl</translation>
    </message>
    <message>
        <source>Places</source>
        <translation>Orte</translation>
    </message>
    <message>
        <source>Sections</source>
        <translation>Abschnitte</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>Seiten</translation>
    </message>
    <message>
        <source>Evidence</source>
        <translation>Belege</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>Urteil</translation>
    </message>
    <message>
        <source>Certainty</source>
        <translation>Gewissheit</translation>
    </message>
    <message>
        <source>Quotes</source>
        <translation>Zitate</translation>
    </message>
    <message>
        <source>Library</source>
        <extracomment>ends what runs on threads of its own, before the library closes</extracomment>
        <translation>Bibliothek</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>Modus</translation>
    </message>
    <message>
        <source>By hand</source>
        <translation>Von Hand</translation>
    </message>
    <message>
        <source>Looked in</source>
        <translation>Gesucht in</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>Aktion</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Gedächtnis</translation>
    </message>
    <message>
        <source>Writing</source>
        <translation>Schreiben</translation>
    </message>
    <message>
        <source>Highlights</source>
        <translation>Markierungen</translation>
    </message>
    <message>
        <source>not used</source>
        <translation>nicht verwendet</translation>
    </message>
    <message>
        <source>meaning {0}</source>
        <translation>Bedeutung {0}</translation>
    </message>
    <message>
        <source>words {0}</source>
        <translation>Wörter {0}</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>wartet</translation>
    </message>
    <message>
        <source>running</source>
        <translation>läuft</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>angehalten</translation>
    </message>
    <message>
        <source>done</source>
        <translation>fertig</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>fehlgeschlagen</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>abgebrochen</translation>
    </message>
    <message>
        <source>already here</source>
        <translation>schon vorhanden</translation>
    </message>
    <message>
        <source>ignored</source>
        <translation>übergangen</translation>
    </message>
    <message>
        <source>{0} of {1} files</source>
        <translation>{0} von {1} Dateien</translation>
    </message>
    <message>
        <source>{0} failed</source>
        <translation>{0} fehlgeschlagen</translation>
    </message>
    <message>
        <source>Untitled</source>
        <translation>Ohne Titel</translation>
    </message>
    <message>
        <source>Explore</source>
        <translation>Erkunden</translation>
    </message>
    <message>
        <source>Jobs</source>
        <translation>Aufträge</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>argument</source>
        <translation>Argument</translation>
    </message>
    <message>
        <source>method</source>
        <translation>Methode</translation>
    </message>
    <message>
        <source>context</source>
        <translation>Zusammenhang</translation>
    </message>
    <message>
        <source>is carried by ({0} %)</source>
        <translation>wird getragen von ({0} %)</translation>
    </message>
    <message>
        <source>may be contradicted by ({0} %)</source>
        <translation>ihr widerspricht vielleicht ({0} %)</translation>
    </message>
    <message>
        <source>is not carried; nearest to it is ({0} %)</source>
        <translation>wird nicht getragen; am nächsten kommt ({0} %)</translation>
    </message>
    <message>
        <source>These words were not found again in the file: “{0}”</source>
        <translation>Diese Wörter wurden in der Datei nicht wiedergefunden: „{0}“</translation>
    </message>
    <message>
        <source>p. {0}</source>
        <translation>S. {0}</translation>
    </message>
    <message>
        <source>pp. {0}–{1}</source>
        <translation>S. {0}–{1}</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Notizen</translation>
    </message>
    <message>
        <source>No text was found in this file. Its pages can be read, but not searched, quoted or asked about.</source>
        <translation>In dieser Datei wurde kein Text gefunden. Ihre Seiten lassen sich lesen, aber nicht durchsuchen, zitieren oder befragen.</translation>
    </message>
    <message>
        <source>This file is still being read; its text and sections arrive as they are ready.</source>
        <translation>Diese Datei wird noch gelesen; Text und Abschnitte kommen, sobald sie fertig sind.</translation>
    </message>
    <message>
        <source>from the file&apos;s outline</source>
        <translation>aus der Gliederung der Datei</translation>
    </message>
    <message>
        <source>read off the page</source>
        <translation>von der Seite abgelesen</translation>
    </message>
    <message>
        <source>seen by the layout model</source>
        <translation>vom Layoutmodell erkannt</translation>
    </message>
    <message>
        <source>proposed by a model</source>
        <translation>von einem Modell vorgeschlagen</translation>
    </message>
    <message>
        <source>set by you</source>
        <translation>von Ihnen gesetzt</translation>
    </message>
    <message>
        <source>put in, since the paper has no such heading</source>
        <translation>eingefügt, da die Arbeit keine solche Überschrift hat</translation>
    </message>
    <message>
        <source>title found on page {0}</source>
        <translation>Titel auf Seite {0} gefunden</translation>
    </message>
    <message>
        <source>title not found on page {0}</source>
        <translation>Titel auf Seite {0} nicht gefunden</translation>
    </message>
    <message>
        <source>{0} of {1} titles verified</source>
        <translation>{0} von {1} Titeln bestätigt</translation>
    </message>
    <message>
        <source>{0}, page {1}, {2}</source>
        <translation>{0}, Seite {1}, {2}</translation>
    </message>
    <message>
        <source>Reader</source>
        <translation>Lesen</translation>
    </message>
    <message>
        <source>Ask</source>
        <translation>Fragen</translation>
    </message>
    <message>
        <source>New conversation</source>
        <translation>Neues Gespräch</translation>
    </message>
    <message>
        <source>Earlier questions</source>
        <translation>Frühere Fragen</translation>
    </message>
    <message>
        <source>Copy the last answer with citations</source>
        <translation>Letzte Antwort mit Belegen kopieren</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>Befehle</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>Fenster</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Tasten</translation>
    </message>
    <message>
        <source>Add papers …</source>
        <translation>Arbeiten hinzufügen …</translation>
    </message>
    <message>
        <source>Open a library …</source>
        <translation>Bibliothek öffnen …</translation>
    </message>
    <message>
        <source>Merge another library into this one …</source>
        <translation>Eine andere Bibliothek in diese aufnehmen …</translation>
    </message>
    <message>
        <source>Move this library …</source>
        <translation>Diese Bibliothek verlegen …</translation>
    </message>
    <message>
        <source>Open the sample library</source>
        <translation>Beispielbibliothek öffnen</translation>
    </message>
    <message>
        <source>Add files from the clipboard</source>
        <translation>Dateien aus der Zwischenablage hinzufügen</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>New collection</source>
        <translation>Neue Sammlung</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Go</source>
        <translation>Gehe zu</translation>
    </message>
    <message>
        <source>Show or hide the sidebar</source>
        <translation>Seitenleiste ein- oder ausblenden</translation>
    </message>
    <message>
        <source>Show or hide the inspector</source>
        <translation>Inspektor ein- oder ausblenden</translation>
    </message>
    <message>
        <source>Light or dark</source>
        <translation>Hell oder dunkel</translation>
    </message>
    <message>
        <source>Bigger text</source>
        <translation>Größere Schrift</translation>
    </message>
    <message>
        <source>Smaller text</source>
        <translation>Kleinere Schrift</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>papers=paper pages=page files=file sentences=sentence sections=section calls=call citations=citation themes=theme methods=method moves=move mentions=mention titles=title seeds=seed links=link works=work passages=passage derivations=derivation regions=region reads=read targets=target parts=part times=time entries=entry edges=edge minutes=minute characters=character languages=language tokens=token are=is were=was have=has stand=stands</source>
        <extracomment>A 1 with its noun, and the verb that may follow.</extracomment>
        <translation>Arbeiten=Arbeit Seiten=Seite Dateien=Datei Sätze=Satz Sätzen=Satz Abschnitte=Abschnitt Abschnitten=Abschnitt Aufrufe=Aufruf Modellaufrufen=Modellaufruf Zitate=Zitat Zitaten=Zitat Themen=Thema Methoden=Methode Züge=Zug Zügen=Zug Nennungen=Nennung Titeln=Titel Ausgangsarbeiten=Ausgangsarbeit Verbindungen=Verbindung Stellen=Stelle Ableitungen=Ableitung Herleitungen=Herleitung Werke=Werk Zugriffen=Zugriff Teile=Teil Teilen=Teil Einträge=Eintrag Rollen=Rolle Minuten=Minute Sprachen=Sprache Durchgänge=Durchgang Dinge=Ding sind=ist waren=war wurden=wurde werden=wird haben=hat konnten=konnte stehen=steht müssen=muss liegen=liegt</translation>
    </message>
    <message>
        <source>{0} et al.</source>
        <translation>{0} et al.</translation>
    </message>
    <message>
        <source>words read from the picture</source>
        <translation>Wörter aus dem Bild gelesen</translation>
    </message>
    <message>
        <source>searchable</source>
        <translation>durchsuchbar</translation>
    </message>
    <message>
        <source>structured</source>
        <translation>gegliedert</translation>
    </message>
    <message>
        <source>indexed</source>
        <translation>erschlossen</translation>
    </message>
    <message>
        <source>complete</source>
        <translation>vollständig</translation>
    </message>
    <message>
        <source>set aside</source>
        <translation>zurückgestellt</translation>
    </message>
    <message>
        <source>no file</source>
        <translation>ohne Datei</translation>
    </message>
    <message>
        <source>to read</source>
        <translation>zu lesen</translation>
    </message>
    <message>
        <source>reading</source>
        <translation>in Arbeit</translation>
    </message>
    <message>
        <source>read</source>
        <translation>gelesen</translation>
    </message>
    <message>
        <source>today</source>
        <translation>heute</translation>
    </message>
    <message>
        <source>yesterday</source>
        <translation>gestern</translation>
    </message>
    <message>
        <source>about {0} s left</source>
        <translation>noch etwa {0} s</translation>
    </message>
    <message>
        <source>about {0} min left</source>
        <translation>noch etwa {0} min</translation>
    </message>
    <message>
        <source>about {0} h left</source>
        <translation>noch etwa {0} h</translation>
    </message>
    <message>
        <source>green</source>
        <translation>Grün</translation>
    </message>
    <message>
        <source>amber</source>
        <translation>Gelb</translation>
    </message>
    <message>
        <source>red</source>
        <translation>Rot</translation>
    </message>
    <message>
        <source>violet</source>
        <translation>Violett</translation>
    </message>
    <message>
        <source>blue</source>
        <translation>Blau</translation>
    </message>
    <message>
        <source>teal</source>
        <translation>Petrol</translation>
    </message>
    <message>
        <source>rose</source>
        <translation>Rosa</translation>
    </message>
    <message>
        <source>grey</source>
        <translation>Grau</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modelle</translation>
    </message>
    <message>
        <source>comes with Twintree</source>
        <translation>gehört zu Twintree</translation>
    </message>
    <message>
        <source>a file of yours</source>
        <translation>eine Datei von Ihnen</translation>
    </message>
    <message>
        <source>on this machine</source>
        <translation>auf diesem Rechner</translation>
    </message>
    <message>
        <source>can be fetched</source>
        <translation>kann geholt werden</translation>
    </message>
    <message>
        <source>a file you need to have</source>
        <translation>eine Datei, die man haben muss</translation>
    </message>
    <message>
        <source>licence not known</source>
        <translation>Lizenz unbekannt</translation>
    </message>
    <message>
        <source>{0} million parameters</source>
        <translation>{0} Millionen Parameter</translation>
    </message>
    <message>
        <source>{0} tokens of context</source>
        <translation>{0} Token Kontext</translation>
    </message>
    <message>
        <source>Languages not known</source>
        <translation>Sprachen unbekannt</translation>
    </message>
    <message>
        <source>Reads {0} languages, among them {1}</source>
        <translation>Liest {0} Sprachen, darunter {1}</translation>
    </message>
    <message>
        <source>Reads {0}</source>
        <translation>Liest {0}</translation>
    </message>
    <message>
        <source>English</source>
        <translation>Englisch</translation>
    </message>
    <message>
        <source>The model that you named: {0}</source>
        <translation>Das von Ihnen genannte Modell: {0}</translation>
    </message>
    <message>
        <source>Latin</source>
        <translation>Lateinisch</translation>
    </message>
    <message>
        <source>Chinese</source>
        <translation>Chinesisch</translation>
    </message>
    <message>
        <source>Japanese</source>
        <translation>Japanisch</translation>
    </message>
    <message>
        <source>Reads these letters: {0}</source>
        <translation>Liest diese Schriften: {0}</translation>
    </message>
    <message>
        <source>Runs on the processor; for other letters a model can be named in TWINTREE_OCR_RECOGNISER</source>
        <translation>Läuft auf dem Prozessor; für andere Schriften kann in TWINTREE_OCR_RECOGNISER ein Modell genannt werden</translation>
    </message>
    <message>
        <source>writing answers</source>
        <translation>Antworten schreiben</translation>
    </message>
    <message>
        <source>citing</source>
        <translation>Zitieren</translation>
    </message>
    <message>
        <source>checking claims</source>
        <translation>Behauptungen prüfen</translation>
    </message>
    <message>
        <source>summaries</source>
        <translation>Zusammenfassungen</translation>
    </message>
    <message>
        <source>extraction</source>
        <translation>Herauslesen</translation>
    </message>
    <message>
        <source>planning searches</source>
        <translation>Suchen planen</translation>
    </message>
    <message>
        <source>choosing sections to read</source>
        <translation>Abschnitte zum Lesen wählen</translation>
    </message>
    <message>
        <source>choosing evidence</source>
        <translation>Belege wählen</translation>
    </message>
    <message>
        <source>judging evidence</source>
        <translation>Belege beurteilen</translation>
    </message>
    <message>
        <source>choosing the next step</source>
        <translation>den nächsten Schritt wählen</translation>
    </message>
    <message>
        <source>reading pictures</source>
        <translation>Bilder lesen</translation>
    </message>
    <message>
        <source>{0} was checked with older cases on {1}: check it again in Models.</source>
        <translation>{0} wurde am {1} mit älteren Fällen geprüft: Prüfen Sie es unter Modelle noch einmal.</translation>
    </message>
    <message>
        <source>Checked with older cases on {0}: check again. Until then it takes nothing over.</source>
        <translation>Am {0} mit älteren Fällen geprüft: Bitte noch einmal prüfen. Bis dahin übernimmt es nichts.</translation>
    </message>
    <message>
        <source>Not checked yet: it takes nothing over until it is.</source>
        <translation>Noch nicht geprüft: Bis dahin übernimmt es nichts.</translation>
    </message>
    <message>
        <source>{0} ({1} of {2})</source>
        <translation>{0} ({1} von {2})</translation>
    </message>
    <message>
        <source>Fit for {0}</source>
        <translation>Geeignet für: {0}</translation>
    </message>
    <message>
        <source>Not fit for {0}</source>
        <translation>Nicht geeignet für: {0}</translation>
    </message>
    <message>
        <source>Here it reads {0} and writes {1} tokens a second</source>
        <translation>Hier liest es {0} und schreibt {1} Token in der Sekunde</translation>
    </message>
    <message>
        <source>Runs on the processor</source>
        <translation>Läuft auf dem Prozessor</translation>
    </message>
    <message>
        <source>Runs on the processor (ONNX)</source>
        <translation>Läuft auf dem Prozessor (ONNX)</translation>
    </message>
    <message>
        <source>Runs on the graphics card ({0})</source>
        <translation>Läuft auf der Grafikkarte ({0})</translation>
    </message>
    <message>
        <source>Runs with {0}</source>
        <translation>Läuft mit {0}</translation>
    </message>
    <message>
        <source>this build of llama.cpp has no GPU support</source>
        <translation>dieses llama.cpp wurde ohne Unterstützung für Grafikkarten gebaut</translation>
    </message>
    <message>
        <source>{0} word pieces at a time</source>
        <translation>{0} Wortstücke auf einmal</translation>
    </message>
    <message>
        <source>Needs about {0} of memory</source>
        <translation>Braucht etwa {0} Arbeitsspeicher</translation>
    </message>
    <message>
        <source>Needs about {0} of memory, and only {1} are free: close other programs first</source>
        <translation>Braucht etwa {0} Speicher, und nur {1} sind frei: zuerst andere Programme schließen</translation>
    </message>
    <message>
        <source>Needs about {0} of memory; {1} are free</source>
        <translation>Braucht etwa {0} Speicher; {1} sind frei</translation>
    </message>
    <message>
        <source>Search and quoted answers work now, with the built-in MiniLM embedder.</source>
        <translation>Suche und wörtlich belegte Antworten gehen schon jetzt, mit dem eingebauten MiniLM.</translation>
    </message>
    <message>
        <source>{0} writes answers; every sentence is checked against its quote.</source>
        <translation>{0} schreibt Antworten; jeder Satz wird an seinem Zitat geprüft.</translation>
    </message>
    <message>
        <source>A language model here was found fit to write answers, and waits to be chosen.</source>
        <translation>Ein Sprachmodell hier ist zum Schreiben von Antworten geeignet und wartet darauf, gewählt zu werden.</translation>
    </message>
    <message>
        <source>A language model is here, but was checked with older cases: check it again.</source>
        <translation>Ein Sprachmodell ist hier, wurde aber mit älteren Fällen geprüft: Prüfen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>A language model is here, but was not checked yet.</source>
        <translation>Ein Sprachmodell ist da, wurde aber noch nicht geprüft.</translation>
    </message>
    <message>
        <source>The language model here was not found fit to write answers; others can be had.</source>
        <translation>Das Sprachmodell hier ist zum Schreiben von Antworten nicht geeignet; es gibt andere.</translation>
    </message>
    <message>
        <source>There is no language model here; one makes answers read better.</source>
        <translation>Ein Sprachmodell ist nicht da; mit einem lesen sich Antworten besser.</translation>
    </message>
    <message>
        <source>Models says more.</source>
        <translation>Mehr dazu unter Modelle.</translation>
    </message>
    <message>
        <source>Import from Zotero …</source>
        <translation>Aus Zotero übernehmen …</translation>
    </message>
    <message>
        <source>Save a copy with the highlights</source>
        <translation>Eine Kopie mit den Markierungen speichern</translation>
    </message>
    <message numerus="yes">
        <source>%n highlight(s) written into {0}.</source>
        <translation>
            <numerusform>%n Markierung in {0} geschrieben.</numerusform>
            <numerusform>%n Markierungen in {0} geschrieben.</numerusform>
        </translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>Lineage</source>
        <translation>Herkunft</translation>
    </message>
    <message>
        <source>Themes</source>
        <translation>Themen</translation>
    </message>
    <message>
        <source>background</source>
        <translation>Hintergrund</translation>
    </message>
    <message>
        <source>used</source>
        <translation>verwendet</translation>
    </message>
    <message>
        <source>compared</source>
        <translation>verglichen</translation>
    </message>
    <message>
        <source>supported by</source>
        <translation>gestützt von</translation>
    </message>
    <message>
        <source>contrasted</source>
        <translation>abgegrenzt</translation>
    </message>
    <message>
        <source>extended</source>
        <translation>erweitert</translation>
    </message>
    <message>
        <source>peripheral</source>
        <translation>am Rande</translation>
    </message>
    <message>
        <source>minor</source>
        <translation>gering</translation>
    </message>
    <message>
        <source>moderate</source>
        <translation>mittel</translation>
    </message>
    <message>
        <source>important</source>
        <translation>wichtig</translation>
    </message>
    <message>
        <source>foundational</source>
        <translation>grundlegend</translation>
    </message>
    <message>
        <source>{0} ({1} of {2})</source>
        <translation>{0} ({1} von {2})</translation>
    </message>
    <message>
        <source>{0} is not where it was ({1}).</source>
        <translation>{0} liegt nicht mehr dort, wo es war ({1}).</translation>
    </message>
    <message>
        <source>Where is {0}?</source>
        <translation>Wo liegt {0}?</translation>
    </message>
    <message>
        <source>{0} is there already.</source>
        <translation>{0} gibt es schon.</translation>
    </message>
    <message>
        <source>Choose another folder, or rename that one.</source>
        <translation>Einen anderen Ordner wählen oder jenen umbenennen.</translation>
    </message>
    <message>
        <source>A library cannot be moved into itself.</source>
        <translation>Eine Bibliothek kann nicht in sich selbst verlegt werden.</translation>
    </message>
    <message>
        <source>Choose a folder outside of it.</source>
        <translation>Einen Ordner außerhalb von ihr wählen.</translation>
    </message>
    <message>
        <source>The library could not be moved: {0}.</source>
        <translation>Die Bibliothek konnte nicht verlegt werden: {0}.</translation>
    </message>
    <message>
        <source>It is whole where it was; choose another folder.</source>
        <translation>Sie liegt unversehrt am alten Ort; einen anderen Ordner wählen.</translation>
    </message>
    <message>
        <source>Do you mean {0}: ?</source>
        <translation>Ist {0}: gemeint?</translation>
    </message>
    <message>
        <source>“{0}:” is no field, and is searched as a word.</source>
        <translation>„{0}:“ ist kein Feld und wird als Wort gesucht.</translation>
    </message>
    <message>
        <source>Fields are {0}</source>
        <translation>Felder sind {0}</translation>
    </message>
    <message>
        <source>“is:” takes one of {0}.</source>
        <translation>Hinter „is:“ steht eines von {0}.</translation>
    </message>
    <message>
        <source>“year:” takes a year, or years such as 2019..2023.</source>
        <translation>Hinter „year:“ steht ein Jahr oder ein Zeitraum wie 2019..2023.</translation>
    </message>
    <message>
        <source>There is no file to this paper.</source>
        <translation>Zu dieser Arbeit gibt es keine Datei.</translation>
    </message>
    <message>
        <source>Drop its PDF onto it.</source>
        <translation>Ihr PDF darauf ziehen.</translation>
    </message>
    <message>
        <source>Printing {0} …</source>
        <extracomment>Dots an inch at which pages are drawn for paper; more is not seen, and takes memory.</extracomment>
        <translation>{0} wird gedruckt …</translation>
    </message>
    <message>
        <source>{0} pages of {1} went to the printer.</source>
        <translation>{0} Seiten von {1} gingen an den Drucker.</translation>
    </message>
    <message>
        <source>{0} went to the printer.</source>
        <translation>{0} ging an den Drucker.</translation>
    </message>
    <message>
        <source>The printer could not be opened.</source>
        <translation>Der Drucker konnte nicht geöffnet werden.</translation>
    </message>
    <message>
        <source>Check that it is there, or choose another place.</source>
        <translation>Nachsehen, ob er da ist, oder einen anderen Ort wählen.</translation>
    </message>
    <message>
        <source>Print</source>
        <translation>Drucken</translation>
    </message>
    <message>
        <source>no number</source>
        <extracomment>The kinds of anchors that are listed, and what they count as. In the order in which they are listed.</extracomment>
        <translation>ohne Nummer</translation>
    </message>
    <message>
        <source>Equation {0}</source>
        <translation>Gleichung {0}</translation>
    </message>
    <message>
        <source>Equation without a number</source>
        <translation>Gleichung ohne Nummer</translation>
    </message>
    <message>
        <source>Go to page {0}</source>
        <extracomment>Points around a link that still belong to it.</extracomment>
        <translation>Zu Seite {0}</translation>
    </message>
    <message>
        <source>New collection “{0}”</source>
        <translation>Neue Sammlung „{0}“</translation>
    </message>
    <message>
        <source>Collection renamed to “{0}”</source>
        <translation>Sammlung umbenannt in „{0}“</translation>
    </message>
    <message>
        <source>Collection “{0}” moved</source>
        <translation>Sammlung „{0}“ verschoben</translation>
    </message>
    <message>
        <source>Collection “{0}” deleted</source>
        <translation>Sammlung „{0}“ gelöscht</translation>
    </message>
    <message>
        <source>Tag “{0}” put on {1} papers</source>
        <translation>Schlagwort „{0}“ an {1} Arbeiten</translation>
    </message>
    <message>
        <source>Tag “{0}” put on {1}</source>
        <translation>Schlagwort „{0}“ an {1}</translation>
    </message>
    <message>
        <source>Tag “{0}” taken off {1} papers</source>
        <translation>Schlagwort „{0}“ von {1} Arbeiten entfernt</translation>
    </message>
    <message>
        <source>Tag “{0}” taken off {1}</source>
        <translation>Schlagwort „{0}“ von {1} entfernt</translation>
    </message>
    <message>
        <source>Tag “{0}” recoloured</source>
        <translation>Schlagwort „{0}“ umgefärbt</translation>
    </message>
    <message>
        <source>Tag “{0}” renamed to “{1}”</source>
        <translation>Schlagwort „{0}“ umbenannt in „{1}“</translation>
    </message>
    <message>
        <source>Tag “{0}” deleted</source>
        <translation>Schlagwort „{0}“ gelöscht</translation>
    </message>
    <message>
        <source>Search “{0}” kept</source>
        <translation>Suche „{0}“ behalten</translation>
    </message>
    <message>
        <source>Search deleted</source>
        <translation>Suche gelöscht</translation>
    </message>
    <message>
        <source>Note on {0}</source>
        <translation>Notiz zu {0}</translation>
    </message>
    <message>
        <source>Note edited</source>
        <translation>Notiz geändert</translation>
    </message>
    <message>
        <source>Note deleted</source>
        <translation>Notiz gelöscht</translation>
    </message>
    <message>
        <source>Words highlighted</source>
        <translation>Worte markiert</translation>
    </message>
    <message>
        <source>Highlight edited</source>
        <translation>Markierung geändert</translation>
    </message>
    <message>
        <source>Highlight deleted</source>
        <translation>Markierung gelöscht</translation>
    </message>
    <message>
        <source>{0} merged into {1}</source>
        <translation>{0} in {1} aufgegangen</translation>
    </message>
    <message>
        <source>Marked as two papers</source>
        <translation>Als zwei Arbeiten vermerkt</translation>
    </message>
    <message>
        <source>Put into the bin: {0}</source>
        <translation>In den Papierkorb: {0}</translation>
    </message>
    <message>
        <source>Taken out of the bin: {0}</source>
        <translation>Aus dem Papierkorb geholt: {0}</translation>
    </message>
    <message>
        <source>Key of {0} changed to {1}</source>
        <translation>Schlüssel von {0} geändert in {1}</translation>
    </message>
    <message>
        <source>{0} of {1} changed</source>
        <translation>{0} von {1} geändert</translation>
    </message>
    <message>
        <source>Answer deleted</source>
        <translation>Antwort gelöscht</translation>
    </message>
    <message>
        <source>New conversation “{0}”</source>
        <translation>Neues Gespräch „{0}“</translation>
    </message>
    <message>
        <source>Conversation renamed to “{0}”</source>
        <translation>Gespräch umbenannt in „{0}“</translation>
    </message>
    <message>
        <source>Conversation deleted</source>
        <translation>Gespräch gelöscht</translation>
    </message>
    <message>
        <source>Claim {0} of {1} corrected</source>
        <translation>Behauptung {0} von {1} berichtigt</translation>
    </message>
    <message>
        <source>Claim {0} of {1} removed</source>
        <translation>Behauptung {0} von {1} entfernt</translation>
    </message>
    <message>
        <source>Claim {0} of {1} added</source>
        <translation>Behauptung {0} zu {1} hinzugefügt</translation>
    </message>
    <message>
        <source>Your library holds no answer to this: {0} (certainty {1}).</source>
        <translation>Ihre Bibliothek hat darauf keine Antwort: {0} (Gewissheit {1}).</translation>
    </message>
    <message>
        <source>Your library holds no answer to this: {0}.</source>
        <translation>Ihre Bibliothek hat darauf keine Antwort: {0}.</translation>
    </message>
    <message>
        <source>not in your library: {0} (certainty {1})</source>
        <translation>nicht in Ihrer Bibliothek: {0} (Gewissheit {1})</translation>
    </message>
    <message>
        <source>not in your library: {0}</source>
        <translation>nicht in Ihrer Bibliothek: {0}</translation>
    </message>
    <message>
        <source>read off the library&apos;s own records, not quoted from a page</source>
        <translation>aus den Aufzeichnungen der Bibliothek gelesen, nicht von einer Seite zitiert</translation>
    </message>
    <message>
        <source>The nearest paper, {0}, speaks of {1}, and nowhere of {2}.</source>
        <translation>Die nächste Arbeit, {0}, spricht von {1} und nirgends von {2}.</translation>
    </message>
    <message>
        <source>The nearest paper, {0}, speaks of {1}.</source>
        <translation>Die nächste Arbeit, {0}, spricht von {1}.</translation>
    </message>
    <message>
        <source>nothing read supports an answer</source>
        <translation>nichts Gelesenes stützt eine Antwort</translation>
    </message>
    <message>
        <source>no paper in scope matches the question</source>
        <translation>keine der Arbeiten passt zur Frage</translation>
    </message>
    <message>
        <source>Asked of</source>
        <translation>Gefragt sind</translation>
    </message>
    <message>
        <source>the place that it names is not there</source>
        <translation>die genannte Stelle gibt es dort nicht</translation>
    </message>
    <message>
        <source>the pages read hold no sentence that could carry an answer</source>
        <translation>auf den gelesenen Seiten steht kein Satz, der eine Antwort trüge</translation>
    </message>
    <message>
        <source>no quote could be found on its page</source>
        <translation>kein Zitat fand sich auf seiner Seite</translation>
    </message>
    <message>
        <source>no quote found on any page read</source>
        <translation>auf keiner gelesenen Seite fand sich ein Zitat</translation>
    </message>
    <message>
        <source>counted in the library&apos;s own records, not quoted from a page</source>
        <translation>in der Bibliothek selbst gezählt, nicht von einer Seite zitiert</translation>
    </message>
    <message>
        <source>Stopped by you.</source>
        <translation>Von Ihnen angehalten.</translation>
    </message>
    <message>
        <source>{0} papers counted in the ledger</source>
        <translation>{0} Arbeiten in der Bibliothek gezählt</translation>
    </message>
    <message>
        <source>1 paper counted in the ledger</source>
        <translation>1 Arbeit in der Bibliothek gezählt</translation>
    </message>
    <message>
        <source>1 page read</source>
        <translation>1 Seite gelesen</translation>
    </message>
    <message>
        <source>1 sentence weighed</source>
        <translation>1 Satz gewogen</translation>
    </message>
    <message>
        <source>1 sentence stands on its page, {0} did not</source>
        <translation>1 Satz steht auf seiner Seite, {0} nicht</translation>
    </message>
    <message>
        <source>1 sentence stands on its page</source>
        <translation>1 Satz steht auf seiner Seite</translation>
    </message>
    <message>
        <source>{0} looked at</source>
        <translation>{0} angesehen</translation>
    </message>
    <message>
        <source>{0} pages read</source>
        <translation>{0} Seiten gelesen</translation>
    </message>
    <message>
        <source>{0} sentences weighed</source>
        <translation>{0} Sätze gewogen</translation>
    </message>
    <message>
        <source>an answer is in what was read with certainty {0}</source>
        <translation>eine Antwort steht im Gelesenen mit Gewissheit {0}</translation>
    </message>
    <message>
        <source>{0} sentences stand on their pages, {1} did not</source>
        <translation>{0} Sätze stehen auf ihren Seiten, {1} nicht</translation>
    </message>
    <message>
        <source>{0} sentences stand on their pages</source>
        <translation>{0} Sätze stehen auf ihren Seiten</translation>
    </message>
    <message>
        <source>asked as: {0}</source>
        <translation>gefragt als: {0}</translation>
    </message>
    <message>
        <source>named, but not there</source>
        <translation>genannt, aber nicht da</translation>
    </message>
    <message>
        <source>{0} regions of {1} papers</source>
        <translation>{0} Abschnitte aus {1} Arbeiten</translation>
    </message>
    <message>
        <source>at most {0} moves</source>
        <translation>höchstens {0} Züge</translation>
    </message>
    <message>
        <source>{0} of {1} tokens and {2} of {3} model calls used</source>
        <translation>{0} von {1} Token und {2} von {3} Modellaufrufen verbraucht</translation>
    </message>
    <message>
        <source>{0} of {1} reads found something ({2})</source>
        <translation>{0} von {1} Zugriffen fanden etwas ({2})</translation>
    </message>
    <message>
        <source>{0} kept in and {1} left out by you</source>
        <translation>{0} von Ihnen behalten, {1} weggelassen</translation>
    </message>
    <message>
        <source>{0} calls, {1} pages read; {2}</source>
        <translation>{0} Aufrufe, {1} Seiten gelesen; {2}</translation>
    </message>
    <message>
        <source>{0} calls, {1} pages read</source>
        <translation>{0} Aufrufe, {1} Seiten gelesen</translation>
    </message>
    <message>
        <source>The limit of {0} moves is reached.</source>
        <translation>Die Grenze von {0} Zügen ist erreicht.</translation>
    </message>
    <message>
        <source>The limit of {0} model calls for one question is reached.</source>
        <translation>Die Grenze von {0} Modellaufrufen für eine Frage ist erreicht.</translation>
    </message>
    <message>
        <source>The limit of {0} tokens for one question is reached ({1} are used).</source>
        <translation>Die Grenze von {0} Token für eine Frage ist erreicht ({1} sind verbraucht).</translation>
    </message>
    <message>
        <source>The {0} failed: {1}</source>
        <translation>Der {0} ist gescheitert: {1}</translation>
    </message>
    <message>
        <source>What the {0} proposed was rejected: {1}.</source>
        <translation>Der Vorschlag des {0}s wurde abgelehnt: {1}.</translation>
    </message>
    <message>
        <source>planner</source>
        <translation>Planer</translation>
    </message>
    <message>
        <source>navigator</source>
        <translation>Navigator</translation>
    </message>
    <message>
        <source>retriever</source>
        <translation>Sucher</translation>
    </message>
    <message>
        <source>verifier</source>
        <translation>Prüfer</translation>
    </message>
    <message>
        <source>the plan has no objective, or one that is too long</source>
        <translation>der Plan hat kein Ziel oder ein zu langes</translation>
    </message>
    <message>
        <source>the plan has {0} targets, not 1 to {1}</source>
        <translation>der Plan hat {0} Teile, nicht 1 bis {1}</translation>
    </message>
    <message>
        <source>a target of the plan is empty</source>
        <translation>ein Teil des Plans ist leer</translation>
    </message>
    <message>
        <source>no path was completed</source>
        <translation>kein Pfad führte bis zum Ende</translation>
    </message>
    <message>
        <source>the path does not begin at the root</source>
        <translation>der Pfad beginnt nicht an der Wurzel</translation>
    </message>
    <message>
        <source>there is no evidence {0} in the retrieval region</source>
        <translation>den Beleg {0} gibt es im Suchbereich nicht</translation>
    </message>
    <message>
        <source>the evidence {0} names a place that is not its own</source>
        <translation>der Beleg {0} nennt eine Stelle, die nicht seine ist</translation>
    </message>
    <message>
        <source>the evidence {0} lies outside of the retrieval region</source>
        <translation>der Beleg {0} liegt außerhalb des Suchbereichs</translation>
    </message>
    <message>
        <source>an evidence item is given twice</source>
        <translation>ein Beleg ist doppelt genannt</translation>
    </message>
    <message>
        <source>{0} evidence items are more than {1}</source>
        <translation>{0} Belege sind mehr als {1}</translation>
    </message>
    <message>
        <source>a Fail must say what is missing</source>
        <translation>ein Nein muss sagen, was fehlt</translation>
    </message>
    <message>
        <source>the evidence holds an answer with certainty {0}</source>
        <translation>die Belege enthalten eine Antwort mit Sicherheit {0}</translation>
    </message>
    <message>
        <source>certainty {0} that the evidence answers; missing: {1}</source>
        <translation>Sicherheit {0}, dass die Belege antworten; es fehlt: {1}</translation>
    </message>
    <message>
        <source>certainty {0} that the evidence answers; its words stand there, its answer does not</source>
        <translation>Sicherheit {0}, dass die Belege antworten; die Worte der Frage stehen dort, die Antwort nicht</translation>
    </message>
    <message>
        <source>nothing was found for: {0}</source>
        <translation>nichts gefunden zu: {0}</translation>
    </message>
    <message>
        <source>the papers that were found hold no text</source>
        <translation>die gefundenen Arbeiten enthalten keinen Text</translation>
    </message>
    <message>
        <source>no page was found that could answer it</source>
        <translation>es fand sich keine Seite, die antworten könnte</translation>
    </message>
    <message>
        <source>No page was read before the run ended.</source>
        <translation>Vor dem Ende wurde keine Seite gelesen.</translation>
    </message>
    <message>
        <source>{0} wrote {1} sentences, {2} stand on their pages</source>
        <translation>{0} schrieb {1} Sätze, {2} stehen auf ihren Seiten</translation>
    </message>
    <message>
        <source>{0} did not answer: {1}</source>
        <translation>{0} hat nicht geantwortet: {1}</translation>
    </message>
    <message>
        <source>its evidence says the opposite</source>
        <translation>sein Beleg sagt das Gegenteil</translation>
    </message>
    <message>
        <source>it asks how methods hang together, which the trees are looked at for</source>
        <translation>gefragt ist, wie Methoden zusammenhängen; das steht in den Bäumen</translation>
    </message>
    <message>
        <source>it asks what several papers say, so each of them is looked at</source>
        <translation>gefragt ist, was mehrere Arbeiten sagen; darum wird jede angesehen</translation>
    </message>
    <message>
        <source>it asks {0} things, and each is sought by itself</source>
        <translation>gefragt sind {0} Dinge, und jedes wird für sich gesucht</translation>
    </message>
    <message>
        <source>it asks one thing, which the quickest way finds as well</source>
        <translation>gefragt ist eines; das findet der schnellste Weg ebenso</translation>
    </message>
    <message>
        <source>looking for papers</source>
        <translation>Arbeiten werden gesucht</translation>
    </message>
    <message>
        <source>reading passages</source>
        <translation>Absätze werden gelesen</translation>
    </message>
    <message>
        <source>reading highlights</source>
        <translation>Markierungen werden gelesen</translation>
    </message>
    <message>
        <source>ordering the evidence</source>
        <translation>Belege werden geordnet</translation>
    </message>
    <message>
        <source>seeking evidence: {0} of {1} tokens and {2} of {3} model calls used</source>
        <translation>Belege werden gesucht: {0} von {1} Token und {2} von {3} Modellaufrufen verbraucht</translation>
    </message>
    <message>
        <source>seeking evidence</source>
        <translation>Belege werden gesucht</translation>
    </message>
    <message>
        <source>weighing sentences</source>
        <translation>Sätze werden gewogen</translation>
    </message>
    <message>
        <source>writing the answer</source>
        <translation>die Antwort wird geschrieben</translation>
    </message>
    <message>
        <source>preparing 1 paper for step-by-step answers</source>
        <translation>1 Arbeit wird für schrittweise Antworten vorbereitet</translation>
    </message>
    <message>
        <source>preparing {0} papers for step-by-step answers</source>
        <translation>{0} Arbeiten werden für schrittweise Antworten vorbereitet</translation>
    </message>
    <message>
        <source>This call was made before; its result stands above. Use it, or ask for something else.</source>
        <translation>Diesen Aufruf gab es schon; sein Ergebnis steht oben.</translation>
    </message>
    <message>
        <source>bringing the index up to date</source>
        <translation>der Index wird nachgeführt</translation>
    </message>
    <message>
        <source>{0} files could not be read.</source>
        <translation>{0} Dateien konnten nicht gelesen werden.</translation>
    </message>
    <message>
        <source>{0} files</source>
        <translation>{0} Dateien</translation>
    </message>
    <message>
        <source>“{0}” is not a PDF.</source>
        <translation>„{0}“ ist kein PDF.</translation>
    </message>
    <message>
        <source>“{0}” is empty.</source>
        <translation>„{0}“ ist leer.</translation>
    </message>
    <message>
        <source>“{0}” is a folder.</source>
        <translation>„{0}“ ist ein Ordner.</translation>
    </message>
    <message>
        <source>Fetch the file again.</source>
        <translation>Die Datei noch einmal holen.</translation>
    </message>
    <message>
        <source>Check the path.</source>
        <translation>Den Pfad prüfen.</translation>
    </message>
    <message>
        <source>“{0}” has a format that Twintree does not read.</source>
        <translation>„{0}“ hat ein Format, das Twintree nicht liest.</translation>
    </message>
    <message>
        <source>“{0}” begins like a PDF but holds no page that can be read.</source>
        <translation>„{0}“ beginnt wie ein PDF, hat aber keine lesbare Seite.</translation>
    </message>
    <message>
        <source>“{0}” is cut off or damaged; no page of it can be recovered.</source>
        <translation>„{0}“ ist abgeschnitten oder beschädigt; keine Seite ist zu retten.</translation>
    </message>
    <message>
        <source>“{0}” is encrypted and asks for a password.</source>
        <translation>„{0}“ ist verschlüsselt und verlangt ein Passwort.</translation>
    </message>
    <message>
        <source>Give its password.</source>
        <translation>Das Passwort angeben.</translation>
    </message>
    <message>
        <source>{0} is not there.</source>
        <translation>{0} ist nicht da.</translation>
    </message>
    <message>
        <source>The same file is in the library already.</source>
        <translation>Dieselbe Datei ist schon in der Bibliothek.</translation>
    </message>
    <message>
        <source>No text was found in this file; its pages are empty, or pictures.</source>
        <translation>In dieser Datei wurde kein Text gefunden; ihre Seiten sind leer oder Bilder.</translation>
    </message>
    <message>
        <source>{0} of {1} pages have fonts without readable text.</source>
        <translation>{0} von {1} Seiten haben Schriften ohne lesbaren Text.</translation>
    </message>
    <message>
        <source>{0} of {1} pages could not be read.</source>
        <translation>{0} von {1} Seiten konnten nicht gelesen werden.</translation>
    </message>
    <message>
        <source>{0} of {1} pages were read by text recognition.</source>
        <translation>{0} von {1} Seiten wurden durch Texterkennung gelesen.</translation>
    </message>
    <message>
        <source>Interrupted; resuming it goes on with what is left.</source>
        <translation>Unterbrochen; wird der Auftrag fortgesetzt, geht es mit dem Rest weiter.</translation>
    </message>
    <message>
        <source>Interrupted; a later job does this work.</source>
        <translation>Unterbrochen; ein späterer Auftrag erledigt diese Arbeit.</translation>
    </message>
    <message>
        <source>Its {0} minutes are over; resume it to go on.</source>
        <translation>Seine {0} Minuten sind um; er kann fortgesetzt werden.</translation>
    </message>
    <message>
        <source>{0} papers failed.</source>
        <translation>{0} Arbeiten sind gescheitert.</translation>
    </message>
    <message>
        <source>Pages of {0} papers</source>
        <translation>Seiten von {0} Arbeiten</translation>
    </message>
    <message>
        <source>summaries of {0} papers</source>
        <translation>Zusammenfassungen von {0} Arbeiten</translation>
    </message>
    <message>
        <source>methods of {0} papers</source>
        <translation>Methoden von {0} Arbeiten</translation>
    </message>
    <message>
        <source>{0} themes</source>
        <translation>{0} Themen</translation>
    </message>
    <message>
        <source>{0} sections summarised, {1} sentences by the model.</source>
        <translation>{0} Abschnitte zusammengefasst, {1} Sätze vom Modell.</translation>
    </message>
    <message>
        <source>{0} sections summarised, {1} sentences by the model; {2} failed their check and gave way to the paper&apos;s own.</source>
        <translation>{0} Abschnitte zusammengefasst, {1} Sätze vom Modell; {2} bestanden die Prüfung nicht und wichen denen der Arbeit.</translation>
    </message>
    <message>
        <source>{0} sections summarised, {1} sentences by the model; {2} sections are too long for the model.</source>
        <translation>{0} Abschnitte zusammengefasst, {1} Sätze vom Modell; {2} Abschnitte sind für das Modell zu lang.</translation>
    </message>
    <message>
        <source>{0} sections summarised, {1} sentences by the model; {2} failed their check and gave way to the paper&apos;s own; {3} sections are too long for the model.</source>
        <translation>{0} Abschnitte zusammengefasst, {1} Sätze vom Modell; {2} bestanden die Prüfung nicht und wichen denen der Arbeit; {3} Abschnitte sind für das Modell zu lang.</translation>
    </message>
    <message>
        <source>The question is empty.</source>
        <translation>Die Frage ist leer.</translation>
    </message>
    <message>
        <source>Ask what the papers should be about.</source>
        <translation>Wovon sollen die Arbeiten handeln?</translation>
    </message>
    <message>
        <source>The question has {0} characters.</source>
        <translation>Die Frage hat {0} Zeichen.</translation>
    </message>
    <message>
        <source>Ask in at most {0}.</source>
        <translation>Höchstens {0} sind möglich.</translation>
    </message>
    <message>
        <source>No paper of this library is near enough to the question to start from.</source>
        <translation>Keine Arbeit dieser Bibliothek steht der Frage nah genug, um von ihr auszugehen.</translation>
    </message>
    <message>
        <source>None of the {0} papers that the question finds cites, or is cited by, anything known here.</source>
        <translation>Keine der {0} Arbeiten, die die Frage findet, zitiert etwas hier Bekanntes oder wird davon zitiert.</translation>
    </message>
    <message>
        <source>None of the {0} citations around the {1} seeds is carried by claims: the neighbourhood is empty of what the question asks.</source>
        <translation>Keins der {0} Zitate um die {1} Ausgangsarbeiten wird von Behauptungen getragen: in der Nachbarschaft ist nichts von dem, was die Frage sucht.</translation>
    </message>
    <message>
        <source>Stopped: {0} of {1} citations were judged, and are kept.</source>
        <translation>Angehalten: {0} von {1} Zitaten sind beurteilt und bleiben erhalten.</translation>
    </message>
    <message>
        <source>Citers are those in this library; who else cites a paper is not known here.</source>
        <translation>Zitierende sind die aus dieser Bibliothek; wer eine Arbeit sonst zitiert, ist hier nicht bekannt.</translation>
    </message>
    <message>
        <source>{0} of the {1} papers here are seeds, since the library is small: with fewer seeds a query the citations between papers tell more.</source>
        <translation>{0} der {1} Arbeiten hier sind Ausgangsarbeiten, da die Bibliothek klein ist: Mit weniger Ausgangsarbeiten je Anfrage sagen die Zitate zwischen Arbeiten mehr.</translation>
    </message>
    <message>
        <source>By their claims none of the {0} citations judged is carried: links alone rank here.</source>
        <translation>Keins der {0} beurteilten Zitate wird von Behauptungen getragen: hier ordnen allein die Verbindungen.</translation>
    </message>
    <message>
        <source>“{0}” has more than {1} links; the {2} weakest were not followed.</source>
        <translation>„{0}“ hat mehr als {1} Verbindungen; die {2} schwächsten wurden nicht verfolgt.</translation>
    </message>
    <message>
        <source>“{0}” has more than {1} links; the weakest was not followed.</source>
        <translation>„{0}“ hat mehr als {1} Verbindungen; die schwächste wurde nicht verfolgt.</translation>
    </message>
    <message>
        <source>The rules judge the citations, since {0}.</source>
        <translation>Regeln beurteilen die Zitate, denn {0}.</translation>
    </message>
    <message>
        <source>Kept, as nothing is pruned: {0} of its claims are carried by the cited paper&apos;s.</source>
        <translation>Behalten, denn nichts wird beschnitten: {0} ihrer Behauptungen werden von denen der zitierten Arbeit getragen.</translation>
    </message>
    <message>
        <source>Kept: {0} of its claims are carried by the cited paper&apos;s, at least {1}.</source>
        <translation>Behalten: {0} ihrer Behauptungen werden von denen der zitierten Arbeit getragen, mindestens {1}.</translation>
    </message>
    <message>
        <source>Pruned: {0} of its claims are carried by the cited paper&apos;s, less than {1}.</source>
        <translation>Beschnitten: {0} ihrer Behauptungen werden von denen der zitierten Arbeit getragen, weniger als {1}.</translation>
    </message>
    <message>
        <source>Not checkable: {0}; weighed by its role ({1}).</source>
        <translation>Nicht prüfbar: {0}; nach seiner Rolle gewichtet ({1}).</translation>
    </message>
    <message>
        <source>an end is not held</source>
        <translation>eine Seite ist nicht vorhanden</translation>
    </message>
    <message>
        <source>an end has no claims</source>
        <translation>eine Seite hat keine Behauptungen</translation>
    </message>
    <message>
        <source>Not judged yet.</source>
        <translation>Noch nicht beurteilt.</translation>
    </message>
    <message>
        <source>Not ranked: the exploration was stopped.</source>
        <translation>Ohne Rang: die Erkundung wurde angehalten.</translation>
    </message>
    <message>
        <source>A seed, found by {0} of the plan&apos;s queries, with 1 kept citation.</source>
        <translation>Ausgangsarbeit, von {0} Anfragen des Plans gefunden, mit 1 behaltenen Zitat.</translation>
    </message>
    <message>
        <source>A seed, found by {0} of the plan&apos;s queries, with {1} kept citations.</source>
        <translation>Ausgangsarbeit, von {0} Anfragen des Plans gefunden, mit {1} behaltenen Zitaten.</translation>
    </message>
    <message>
        <source>A seed, found by {0} of the plan&apos;s queries; no citation of it is kept.</source>
        <translation>Ausgangsarbeit, von {0} Anfragen des Plans gefunden; keins ihrer Zitate wurde behalten.</translation>
    </message>
    <message>
        <source>Reached through 1 kept citation.</source>
        <translation>Über 1 behaltenes Zitat erreicht.</translation>
    </message>
    <message>
        <source>Reached through {0} kept citations.</source>
        <translation>Über {0} behaltene Zitate erreicht.</translation>
    </message>
    <message>
        <source>Dropped: all citations that lead to it were pruned.</source>
        <translation>Verworfen: alle Zitate, die zu ihr führen, wurden beschnitten.</translation>
    </message>
    <message>
        <source>Dropped: the walk never comes here.</source>
        <translation>Verworfen: der Gang kommt hier nie vorbei.</translation>
    </message>
    <message>
        <source>It fits the question, but no seed leads to it.</source>
        <translation>Sie passt zur Frage, aber von keiner Ausgangsarbeit führt ein Weg zu ihr.</translation>
    </message>
    <message>
        <source>reading claims</source>
        <translation>liest Behauptungen</translation>
    </message>
    <message>
        <source>judging citations</source>
        <translation>beurteilt Zitate</translation>
    </message>
    <message>
        <source>These words do not stand on page {0}.</source>
        <translation>Diese Wörter stehen nicht auf Seite {0}.</translation>
    </message>
    <message>
        <source>Copy them from the page as it shows them.</source>
        <translation>Sie so übernehmen, wie die Seite sie zeigt.</translation>
    </message>
    <message>
        <source>A claim has no words.</source>
        <translation>Eine Behauptung hat keine Wörter.</translation>
    </message>
    <message>
        <source>A claim of {0} characters is too long.</source>
        <translation>Eine Behauptung von {0} Zeichen ist zu lang.</translation>
    </message>
    <message>
        <source>Write one sentence of at most {0} characters.</source>
        <translation>Einen Satz von höchstens {0} Zeichen schreiben.</translation>
    </message>
    <message>
        <source>Copy citation</source>
        <extracomment>Calls back with the papers that are chosen; not at all when none is.</extracomment>
        <translation>Zitat kopieren</translation>
    </message>
    <message>
        <source>Copied: {0}</source>
        <translation>Kopiert: {0}</translation>
    </message>
    <message>
        <source>Keep {0} no longer</source>
        <translation>{0} nicht weiterführen</translation>
    </message>
    <message>
        <source>Keep a .bib file up to date …</source>
        <translation>Eine .bib-Datei mitführen …</translation>
    </message>
    <message>
        <source>Where is the .bib file of {0} to be kept?</source>
        <translation>Wo soll die .bib-Datei von {0} liegen?</translation>
    </message>
    <message>
        <source>Nothing fits</source>
        <translation>Nichts passt</translation>
    </message>
    <message>
        <source>No paper has these words. Enter searches the meaning of texts as well.</source>
        <translation>Keine Arbeit enthält diese Wörter. Die Eingabetaste sucht auch nach der Bedeutung der Texte.</translation>
    </message>
    <message>
        <source>Clear the filter</source>
        <translation>Filter leeren</translation>
    </message>
    <message>
        <source>Drop PDFs here</source>
        <translation>PDFs hier ablegen</translation>
    </message>
    <message>
        <source>Files and folders, from anywhere. They stay on this machine.</source>
        <translation>Dateien und Ordner, von überall. Sie bleiben auf diesem Rechner.</translation>
    </message>
    <message>
        <source>Choose files …</source>
        <translation>Dateien wählen …</translation>
    </message>
    <message>
        <source>All is well</source>
        <translation>Alles in Ordnung</translation>
    </message>
    <message>
        <source>Papers and files that could not be read would be here.</source>
        <translation>Hier stünden Arbeiten und Dateien, die nicht gelesen werden konnten.</translation>
    </message>
    <message>
        <source>The bin is empty</source>
        <translation>Der Papierkorb ist leer</translation>
    </message>
    <message>
        <source>Del puts papers here; nothing is deleted until you say so.</source>
        <translation>Entf legt Arbeiten hierher; gelöscht wird erst, wenn Sie es sagen.</translation>
    </message>
    <message>
        <source>Nothing here yet</source>
        <translation>Noch nichts hier</translation>
    </message>
    <message>
        <source>Press S on a paper to put a star on it.</source>
        <translation>S auf einer Arbeit setzt einen Stern.</translation>
    </message>
    <message>
        <source>Press R on a paper that you want to read.</source>
        <translation>R auf einer Arbeit, die gelesen werden soll.</translation>
    </message>
    <message>
        <source>Drag papers here from the list of all papers.</source>
        <translation>Ziehen Sie Arbeiten aus der Liste aller Arbeiten hierher.</translation>
    </message>
    <message>
        <source>This theme is not there any more.</source>
        <extracomment>of the methods at the edges&apos; other ends titles of the papers that name it, by id</extracomment>
        <translation>Dieses Thema gibt es nicht mehr.</translation>
    </message>
    <message>
        <source>The themes were made anew; choose it in the tree.</source>
        <translation>Die Themen wurden neu gebildet; im Baum wählen.</translation>
    </message>
    <message>
        <source>Automatic</source>
        <extracomment>In the order in which they are offered. Papers of a scope that are looked at for whether they are prepared; this is asked whenever papers change.</extracomment>
        <translation>Automatisch</translation>
    </message>
    <message>
        <source>Direct</source>
        <translation>Direkt</translation>
    </message>
    <message>
        <source>Step by step</source>
        <translation>Schrittweise</translation>
    </message>
    <message>
        <source>Agent</source>
        <translation>Agent</translation>
    </message>
    <message>
        <source>Takes the mode that suits the question, and says why</source>
        <translation>Nimmt den Modus, der zur Frage passt, und sagt, warum</translation>
    </message>
    <message>
        <source>One pass over the best passages; the quickest</source>
        <translation>Ein Durchgang durch die besten Absätze; am schnellsten</translation>
    </message>
    <message>
        <source>Plans, seeks and judges the evidence part by part</source>
        <translation>Plant, sucht und beurteilt die Belege Teil für Teil</translation>
    </message>
    <message>
        <source>Searches, looks at how papers are built, then reads pages</source>
        <translation>Sucht, sieht sich den Aufbau der Arbeiten an, liest dann Seiten</translation>
    </message>
    <message>
        <source>up to {0} model tokens, {1} calls</source>
        <translation>bis zu {0} Modell-Token, {1} Aufrufe</translation>
    </message>
    <message>
        <source>up to {0} model tokens, {1} moves of a model</source>
        <translation>bis zu {0} Modell-Token, {1} Züge eines Modells</translation>
    </message>
    <message>
        <source>up to {0} papers have to be prepared first</source>
        <translation>bis zu {0} Arbeiten müssen erst vorbereitet werden</translation>
    </message>
    <message>
        <source>1 paper has to be prepared first</source>
        <translation>1 Arbeit muss erst vorbereitet werden</translation>
    </message>
    <message>
        <source>from the library&apos;s own records</source>
        <translation>aus den Aufzeichnungen der Bibliothek</translation>
    </message>
    <message>
        <source>{0}, chosen automatically</source>
        <translation>{0}, automatisch gewählt</translation>
    </message>
    <message>
        <source>read at once</source>
        <translation>gleich gelesen</translation>
    </message>
    <message>
        <source>released</source>
        <translation>freigegeben</translation>
    </message>
    <message>
        <source>revised</source>
        <translation>überarbeitet</translation>
    </message>
    <message>
        <source>fallback</source>
        <translation>Rückfall</translation>
    </message>
    <message>
        <source>Read at once: what there is to read is so little that no path was needed.</source>
        <translation>Gleich gelesen: Es gibt so wenig zu lesen, dass kein Pfad nötig war.</translation>
    </message>
    <message>
        <source>Released: the evidence goes to the reader.</source>
        <translation>Freigegeben: Die Belege gehen an den Leser.</translation>
    </message>
    <message>
        <source>Revised: what is missing goes into the next plan.</source>
        <translation>Überarbeitet: Was fehlt, geht in den nächsten Plan ein.</translation>
    </message>
    <message>
        <source>Fallback: no further pass is allowed, so the best of what was found is weighed for an answer.</source>
        <translation>Rückfall: Es ist kein weiterer Durchgang erlaubt, also wird das Beste vom Gefundenen auf eine Antwort hin gewogen.</translation>
    </message>
    <message>
        <source>searching the papers</source>
        <translation>die Arbeiten werden durchsucht</translation>
    </message>
    <message>
        <source>looking a paper up</source>
        <translation>eine Arbeit wird nachgeschlagen</translation>
    </message>
    <message>
        <source>looking at how a paper is built</source>
        <translation>der Aufbau einer Arbeit wird angesehen</translation>
    </message>
    <message>
        <source>looking into a paper</source>
        <translation>in einer Arbeit wird gesucht</translation>
    </message>
    <message>
        <source>reading pages</source>
        <translation>Seiten werden gelesen</translation>
    </message>
    <message>
        <source>listing figures and tables</source>
        <translation>Abbildungen und Tabellen werden aufgelistet</translation>
    </message>
    <message>
        <source>looking at a figure</source>
        <translation>eine Abbildung wird angesehen</translation>
    </message>
    <message>
        <source>{0} …</source>
        <translation>{0} …</translation>
    </message>
    <message>
        <source>{0} of {1} done</source>
        <translation>{0} von {1} fertig</translation>
    </message>
    <message>
        <source>Planner</source>
        <extracomment>Characters of a node or a target that are shown at once.</extracomment>
        <translation>Planer</translation>
    </message>
    <message>
        <source>Navigator</source>
        <translation>Navigator</translation>
    </message>
    <message>
        <source>Retriever</source>
        <translation>Sucher</translation>
    </message>
    <message>
        <source>Verifier</source>
        <translation>Prüfer</translation>
    </message>
    <message>
        <source>Controller</source>
        <translation>Steuerung</translation>
    </message>
    <message>
        <source>The plan was not accepted: {0}</source>
        <translation>Der Plan wurde nicht angenommen: {0}</translation>
    </message>
    <message>
        <source>The path was not accepted: {0}</source>
        <translation>Der Pfad wurde nicht angenommen: {0}</translation>
    </message>
    <message>
        <source>The evidence was not accepted: {0}</source>
        <translation>Die Belege wurden nicht angenommen: {0}</translation>
    </message>
    <message>
        <source>The verdict was not accepted: {0}</source>
        <translation>Das Urteil wurde nicht angenommen: {0}</translation>
    </message>
    <message>
        <source>by hand: {0}</source>
        <translation>von Hand: {0}</translation>
    </message>
    <message>
        <source>{0} kept in</source>
        <translation>{0} behalten</translation>
    </message>
    <message>
        <source>{0} left out</source>
        <translation>{0} weggelassen</translation>
    </message>
    <message>
        <source>First pass</source>
        <translation>Erster Durchgang</translation>
    </message>
    <message>
        <source>Revision {0}</source>
        <translation>Überarbeitung {0}</translation>
    </message>
    <message>
        <source>Pass</source>
        <translation>Genügt</translation>
    </message>
    <message>
        <source>Fail</source>
        <translation>Genügt nicht</translation>
    </message>
    <message>
        <source>passed</source>
        <translation>genügt</translation>
    </message>
    <message>
        <source>not passed</source>
        <translation>genügt nicht</translation>
    </message>
    <message>
        <source>broken off</source>
        <translation>abgebrochen</translation>
    </message>
    <message>
        <source>1 pass</source>
        <translation>1 Durchgang</translation>
    </message>
    <message>
        <source>{0} passes</source>
        <translation>{0} Durchgänge</translation>
    </message>
    <message>
        <source>{0} of {1} passed.</source>
        <translation>{0} von {1} genügen.</translation>
    </message>
    <message>
        <source>the question</source>
        <translation>die Frage</translation>
    </message>
    <message>
        <source>Searched the papers for {0}</source>
        <translation>Die Arbeiten durchsucht: {0}</translation>
    </message>
    <message>
        <source>Looked up {0}</source>
        <translation>{0} nachgeschlagen</translation>
    </message>
    <message>
        <source>Looked at how {0} is built</source>
        <translation>Aufbau von {0} angesehen</translation>
    </message>
    <message>
        <source>Looked in {0} for {1}</source>
        <translation>In {0} gesucht: {1}</translation>
    </message>
    <message>
        <source>Read 1 page of {0}</source>
        <translation>1 Seite von {0} gelesen</translation>
    </message>
    <message>
        <source>Read {0} pages of {1}</source>
        <translation>{0} Seiten von {1} gelesen</translation>
    </message>
    <message>
        <source>Listed the figures and tables of {0}</source>
        <translation>Abbildungen und Tabellen von {0} aufgelistet</translation>
    </message>
    <message>
        <source>Looked at {0} of {1}</source>
        <translation>{0} von {1} angesehen</translation>
    </message>
    <message>
        <source>Called “{0}”, which is no tool</source>
        <translation>„{0}“ aufgerufen, was kein Werkzeug ist</translation>
    </message>
    <message>
        <source>1 paper found</source>
        <translation>1 Arbeit gefunden</translation>
    </message>
    <message>
        <source>{0} papers found</source>
        <translation>{0} Arbeiten gefunden</translation>
    </message>
    <message>
        <source>nothing found</source>
        <translation>nichts gefunden</translation>
    </message>
    <message>
        <source>1 section</source>
        <translation>1 Abschnitt</translation>
    </message>
    <message>
        <source>{0} sections</source>
        <translation>{0} Abschnitte</translation>
    </message>
    <message>
        <source>no sections</source>
        <translation>keine Abschnitte</translation>
    </message>
    <message>
        <source>it speaks of it most on</source>
        <translation>am meisten davon auf</translation>
    </message>
    <message>
        <source>1 of them</source>
        <translation>1 davon</translation>
    </message>
    <message>
        <source>{0} of them</source>
        <translation>{0} davon</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>≈ {0} tokens · {1} s</source>
        <translation>≈ {0} Token · {1} s</translation>
    </message>
    <message>
        <source>{0} model tokens</source>
        <translation>{0} Modell-Token</translation>
    </message>
    <message>
        <source>Tokens of the reader</source>
        <translation>Token des Lesers</translation>
    </message>
    <message>
        <source>Tokens of the roles</source>
        <translation>Token der Rollen</translation>
    </message>
    <message>
        <source>All of them as tokens of the reader</source>
        <translation>Alle zusammen als Token des Lesers</translation>
    </message>
    <message>
        <source>Tokens of indexing</source>
        <translation>Token des Erschließens</translation>
    </message>
    <message>
        <source>Tokens read from the cache</source>
        <translation>Token aus dem Zwischenspeicher</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>Werkzeuge</translation>
    </message>
    <message>
        <source>Reading and ordering the papers</source>
        <translation>Arbeiten lesen und ordnen</translation>
    </message>
    <message>
        <source>Weighing sentences</source>
        <translation>Sätze wägen</translation>
    </message>
    <message>
        <source>Checking quotes</source>
        <translation>Zitate prüfen</translation>
    </message>
    <message>
        <source>by rules</source>
        <translation>nach Regeln</translation>
    </message>
    <message>
        <source>Searched for ({0}): {1}</source>
        <translation>Gesucht ({0}): {1}</translation>
    </message>
    <message>
        <source>and {0} more</source>
        <translation>und {0} weitere</translation>
    </message>
    <message>
        <source>done by rules, without a model</source>
        <extracomment>A smaller share of the walk would read as none at all.</extracomment>
        <translation>von Regeln erledigt, ohne Modell</translation>
    </message>
    <message>
        <source>works that are not held</source>
        <translation>Werke, die nicht vorhanden sind</translation>
    </message>
    <message>
        <source>citations of works that are not held</source>
        <translation>Zitate nicht vorhandener Werke</translation>
    </message>
    <message>
        <source>citations of a paper without claims</source>
        <translation>Zitate einer Arbeit ohne Behauptungen</translation>
    </message>
    <message>
        <source>not done, as you stopped it</source>
        <translation>nicht erledigt, da angehalten</translation>
    </message>
    <message>
        <source>less than a second</source>
        <translation>weniger als einer Sekunde</translation>
    </message>
    <message>
        <source>about {0} s</source>
        <translation>etwa {0} s</translation>
    </message>
    <message>
        <source>about {0} min</source>
        <translation>etwa {0} min</translation>
    </message>
    <message>
        <source>{0} calls planned, and never more than {4}: {1} known from before, {2} skipped, {3} to be made in {5}.</source>
        <translation>{0} Aufrufe geplant, niemals mehr als {4}: {1} von früher bekannt, {2} entfallen, {3} zu machen in {5}.</translation>
    </message>
    <message>
        <source>{0} calls, as planned: {1} known from before, {2} skipped, {3} made, in {4}.</source>
        <translation>{0} Aufrufe, wie geplant: {1} von früher bekannt, {2} entfallen, {3} gemacht, in {4}.</translation>
    </message>
    <message>
        <source>{0} s</source>
        <translation>{0} s</translation>
    </message>
    <message>
        <source>Skipped: {0}.</source>
        <translation>Entfallen: {0}.</translation>
    </message>
    <message>
        <source>cited by {0}</source>
        <translation>zitiert von {0}</translation>
    </message>
    <message>
        <source>seed</source>
        <translation>Ausgangsarbeit</translation>
    </message>
    <message>
        <source>in the library</source>
        <translation>in der Bibliothek</translation>
    </message>
    <message>
        <source>not in the library</source>
        <translation>nicht in der Bibliothek</translation>
    </message>
    <message>
        <source>not ranked</source>
        <translation>ohne Rang</translation>
    </message>
    <message>
        <source>not judged</source>
        <translation>nicht beurteilt</translation>
    </message>
    <message>
        <source>{0} of {1} files done</source>
        <translation>{0} von {1} Dateien fertig</translation>
    </message>
    <message>
        <source>{0} of {1} files done · {2} of {3} pages read</source>
        <translation>{0} von {1} Dateien fertig · {2} von {3} Seiten gelesen</translation>
    </message>
    <message>
        <source>{0} of {1} files can be searched, {2} are done · {3} of {4} pages read</source>
        <translation>{0} von {1} Dateien durchsuchbar, {2} fertig · {3} von {4} Seiten gelesen</translation>
    </message>
    <message>
        <source>{0} of {1} papers done</source>
        <translation>{0} von {1} Arbeiten fertig</translation>
    </message>
    <message>
        <source>{0} of {1} papers done · {2} of {3} sections read</source>
        <translation>{0} von {1} Arbeiten fertig · {2} von {3} Abschnitten gelesen</translation>
    </message>
    <message>
        <source>{0} of {1} papers done · {2} of {3} parts read</source>
        <translation>{0} von {1} Arbeiten fertig · {2} von {3} Teilen gelesen</translation>
    </message>
    <message>
        <source>{0} of {1} themes done</source>
        <translation>{0} von {1} Themen fertig</translation>
    </message>
    <message>
        <source>“{0}” is not text.</source>
        <translation>„{0}“ ist kein Text.</translation>
    </message>
    <message>
        <source>“{0}” is not text: it is a PDF.</source>
        <translation>„{0}“ ist kein Text, sondern ein PDF.</translation>
    </message>
    <message>
        <source>Give it the ending of what it is, or leave it out.</source>
        <translation>Der Datei die Endung geben, die zu ihr gehört, oder sie weglassen.</translation>
    </message>
    <message>
        <source>“{0}” holds {1} MB of text; at most {2} MB are read.</source>
        <translation>„{0}“ enthält {1} MB Text; gelesen werden höchstens {2} MB.</translation>
    </message>
    <message>
        <source>Import the part of it that belongs to the paper.</source>
        <translation>Den Teil importieren, der zur Arbeit gehört.</translation>
    </message>
    <message>
        <source>Figures and scans of {0} papers</source>
        <translation>Abbildungen und Scans von {0} Arbeiten</translation>
    </message>
    <message>
        <source>Figures and scans of {0}</source>
        <translation>Abbildungen und Scans von {0}</translation>
    </message>
    <message>
        <source>{0} of {1} papers</source>
        <translation>{0} von {1} Arbeiten</translation>
    </message>
    <message>
        <source>{0} of {1} themes</source>
        <translation>{0} von {1} Themen</translation>
    </message>
    <message>
        <source>cited by {0} papers: {1}</source>
        <translation>zitiert von {0} Arbeiten: {1}</translation>
    </message>
    <message>
        <source>No year lies in “{0}”. Do you mean year:{1} ?</source>
        <translation>In „{0}“ liegt kein Jahr. Ist year:{1} gemeint?</translation>
    </message>
    <message>
        <source>Sections go by their part (in:methods, in:results) or by words of their titles.</source>
        <translation>Abschnitte nennt man nach ihrer Rolle (in:methods, in:results) oder mit Wörtern ihres Titels.</translation>
    </message>
    <message>
        <source>Do you mean in:{0} ?</source>
        <translation>Ist in:{0} gemeint?</translation>
    </message>
    <message>
        <source>No paper has a section “{0}”.</source>
        <translation>Keine Arbeit hat einen Abschnitt „{0}“.</translation>
    </message>
    <message>
        <source>Do you mean tag:{0} ?</source>
        <translation>Ist tag:{0} gemeint?</translation>
    </message>
    <message>
        <source>There is no tag “{0}”.</source>
        <translation>Es gibt kein Schlagwort „{0}“.</translation>
    </message>
    <message>
        <source>Amber</source>
        <extracomment>On the colours of highlights, which are light in both themes.</extracomment>
        <translation>Bernstein</translation>
    </message>
    <message>
        <source>Green</source>
        <translation>Grün</translation>
    </message>
    <message>
        <source>Blue</source>
        <translation>Blau</translation>
    </message>
    <message>
        <source>Rose</source>
        <translation>Rosa</translation>
    </message>
    <message>
        <source>Nothing is left to read.</source>
        <translation>Es ist nichts mehr zu lesen.</translation>
    </message>
    <message>
        <source>There is nothing to read here.</source>
        <translation>Hier gibt es nichts zu lesen.</translation>
    </message>
    <message>
        <source>{0} of {1}, {2} tokens, {3} by {4}.</source>
        <translation>{0} aus {1}, {2} Token, {3} mit {4}.</translation>
    </message>
    <message>
        <source>No theme is left to describe.</source>
        <translation>Kein Thema ist mehr zu beschreiben.</translation>
    </message>
    <message>
        <source>{0}, {1} tokens, {2} by {3}.</source>
        <translation>{0}, {1} Token, {2} mit {3}.</translation>
    </message>
    <message>
        <source>Picture (SVG) …</source>
        <translation>Bild (SVG) …</translation>
    </message>
    <message>
        <source>Picture (PNG) …</source>
        <translation>Bild (PNG) …</translation>
    </message>
    <message>
        <source>Graph (GraphML) …</source>
        <translation>Graph (GraphML) …</translation>
    </message>
    <message>
        <source>Graph (JSON) …</source>
        <translation>Graph (JSON) …</translation>
    </message>
    <message>
        <source>Saved as {0}.</source>
        <translation>Gesichert als {0}.</translation>
    </message>
    <message>
        <source>{0} was found fit for this ({1}), but nobody chose it. Choose it in Models.</source>
        <translation>{0} wurde dafür geeignet gefunden ({1}), aber nicht gewählt. Unter Modelle lässt es sich wählen.</translation>
    </message>
    <message>
        <source>There is no language model here. Models fetches one, or takes a file of yours.</source>
        <translation>Hier gibt es kein Sprachmodell. Unter Modelle lässt sich eines holen oder eine eigene Datei angeben.</translation>
    </message>
    <message>
        <source>A language model is here, but nobody knows what it is fit for. Models checks it in minutes.</source>
        <translation>Ein Sprachmodell ist da, aber wofür es taugt, ist unbekannt. Unter Modelle lässt es sich in Minuten prüfen.</translation>
    </message>
    <message>
        <source>No language model here was found fit for this ({0}). Models has others.</source>
        <translation>Kein Sprachmodell hier wurde dafür geeignet gefunden ({0}). Unter Modelle gibt es andere.</translation>
    </message>
    <message>
        <source>for a time that was never measured</source>
        <translation>wie lange, wurde nie gemessen,</translation>
    </message>
    <message>
        <source>about {0} h</source>
        <translation>etwa {0} h</translation>
    </message>
    <message>
        <source>{0} edited</source>
        <translation>{0} bearbeitet</translation>
    </message>
    <message>
        <source>{0} split</source>
        <translation>{0} geteilt</translation>
    </message>
    <message>
        <source>{0} deleted</source>
        <translation>{0} gelöscht</translation>
    </message>
    <message>
        <source>{0} → {1} rated {2}</source>
        <translation>{0} → {1} mit {2} bewertet</translation>
    </message>
    <message>
        <source>Theme {0} described</source>
        <translation>Thema {0} beschrieben</translation>
    </message>
    <message>
        <source>Being read with “{0}”; its methods are looked for anew in Lineage.</source>
        <translation>Wird mit „{0}“ gelesen; die Methoden lassen sich unter Herkunft neu suchen.</translation>
    </message>
    <message>
        <source>Add code, data cards or supplements to “{0}”</source>
        <translation>Code, Datenkarten oder Anhänge zu „{0}“ hinzufügen</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Texts and cards ({0})</source>
        <translation>Texte und Karten ({0})</translation>
    </message>
    <message>
        <source>Code ({0})</source>
        <translation>Code ({0})</translation>
    </message>
    <message numerus="yes">
        <source>%n segment(s) were read before.</source>
        <extracomment>The task of ``modeldesk.TASKS`` that a model must be fit for.</extracomment>
        <translation>
            <numerusform>%n Abschnitt wurde schon gelesen.</numerusform>
            <numerusform>%n Abschnitte wurden schon gelesen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n segment(s)</source>
        <translation>
            <numerusform>%n Abschnitt</numerusform>
            <numerusform>%n Abschnitte</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n paper(s)</source>
        <translation>
            <numerusform>%n Arbeit</numerusform>
            <numerusform>%n Arbeiten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n theme(s)</source>
        <translation>
            <numerusform>%n Thema</numerusform>
            <numerusform>%n Themen</numerusform>
        </translation>
    </message>
    <message>
        <source>Review</source>
        <translation>Durchsehen</translation>
    </message>
    <message numerus="yes">
        <source>A model found something else in %n paper(s) than the rules.</source>
        <translation>
            <numerusform>Ein Modell fand in %n Arbeit anderes als die Regeln.</numerusform>
            <numerusform>Ein Modell fand in %n Arbeiten anderes als die Regeln.</numerusform>
        </translation>
    </message>
    <message>
        <source>This link leads to {0}, which is not opened from a document.</source>
        <extracomment>Addresses that may be handed to the system; a file or a script never comes out of a document or a note.</extracomment>
        <translation>Dieser Link führt zu {0}; so etwas wird aus einem Dokument nicht geöffnet.</translation>
    </message>
    <message>
        <source>This link leads out of Twintree, to {0}</source>
        <translation>Dieser Link führt aus Twintree hinaus, zu {0}</translation>
    </message>
    <message>
        <source>Open in the browser</source>
        <translation>Im Browser öffnen</translation>
    </message>
    <message>
        <source>The system has no program for this link.</source>
        <translation>Das System hat kein Programm für diesen Link.</translation>
    </message>
    <message>
        <source>{0} and {1} more</source>
        <translation>{0} und {1} weitere</translation>
    </message>
    <message>
        <source>{0}, {1}</source>
        <translation>{0}, {1}</translation>
    </message>
    <message>
        <source>Records</source>
        <translation>Aufzeichnungen</translation>
    </message>
    <message>
        <source>Reference lists</source>
        <translation>Literaturlisten</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>Methode</translation>
    </message>
    <message>
        <source>Authors</source>
        <translation>Autoren</translation>
    </message>
    <message>
        <source>Year</source>
        <translation>Jahr</translation>
    </message>
    <message>
        <source>Venue</source>
        <translation>Erschienen in</translation>
    </message>
    <message>
        <source>“{0}” is {1}</source>
        <translation>„{0}“ ist {1}</translation>
    </message>
    <message>
        <source>“{0}” is {1}; {2} more of that name</source>
        <translation>„{0}“ ist {1}; {2} weitere dieses Namens</translation>
    </message>
    <message>
        <source>no method is called “{0}”</source>
        <translation>keine Methode heißt „{0}“</translation>
    </message>
    <message>
        <source>{0} edges, origin of {1}</source>
        <translation>{0} Kanten, Herkunft von {1}</translation>
    </message>
    <message>
        <source>{0} edges, outcome of {1}</source>
        <translation>{0} Kanten, was aus {1} wurde</translation>
    </message>
    <message>
        <source>{0} and {1}: descends</source>
        <translation>{0} und {1}: das eine stammt vom anderen ab</translation>
    </message>
    <message>
        <source>{0} and {1}: common origin</source>
        <translation>{0} und {1}: gemeinsame Herkunft</translation>
    </message>
    <message>
        <source>{0} and {1}: common outcome</source>
        <translation>{0} und {1}: gemeinsame Nachfolge</translation>
    </message>
    <message>
        <source>{0} and {1}: none</source>
        <translation>{0} und {1}: keine Verbindung</translation>
    </message>
    <message>
        <source>{0} themes on the way to {1} methods, {2} compared</source>
        <translation>{0} Themen auf dem Weg zu {1} Methoden, {2} verglichen</translation>
    </message>
    <message>
        <source>{0}: {1} of {2} sentences from the trees stand on their pages</source>
        <translation>{0}: {1} von {2} Sätzen aus den Bäumen stehen auf ihren Seiten</translation>
    </message>
    <message>
        <source>origin</source>
        <translation>Herkunft</translation>
    </message>
    <message>
        <source>outcome</source>
        <translation>Nachfolge</translation>
    </message>
    <message>
        <source>relation</source>
        <translation>Beziehung</translation>
    </message>
    <message>
        <source>approaches</source>
        <translation>Ansätze</translation>
    </message>
    <message>
        <source>{0} of {1} papers done · {2} of {3} pages read</source>
        <translation>{0} von {1} Arbeiten fertig · {2} von {3} Seiten gelesen</translation>
    </message>
    <message>
        <source>{0} compared, {1} kept</source>
        <translation>{0} verglichen, {1} behalten</translation>
    </message>
    <message>
        <source>Themes on level {0} (1 is the finest)</source>
        <translation>Themen auf Ebene {0} (1 ist die feinste)</translation>
    </message>
</context>
<context>
    <name>AnswerActions</name>
    <message>
        <source>Copy with citations</source>
        <translation>Mit Belegen kopieren</translation>
    </message>
    <message>
        <source>Save as Markdown …</source>
        <translation>Als Markdown sichern …</translation>
    </message>
    <message>
        <source>Save cited papers as BibTeX …</source>
        <translation>Zitierte Arbeiten als BibTeX sichern …</translation>
    </message>
    <message>
        <source>Print …</source>
        <translation>Drucken …</translation>
    </message>
    <message>
        <source>Ask again</source>
        <translation>Noch einmal fragen</translation>
    </message>
    <message>
        <source>Delete this answer</source>
        <translation>Diese Antwort löschen</translation>
    </message>
    <message>
        <source>Ask again in another mode</source>
        <translation>In einem anderen Modus noch einmal fragen</translation>
    </message>
    <message>
        <source>Ask again with another model</source>
        <translation>Mit einem anderen Modell noch einmal fragen</translation>
    </message>
    <message>
        <source>Ask again with another model (none is here)</source>
        <translation>Mit einem anderen Modell noch einmal fragen (keines ist da)</translation>
    </message>
    <message>
        <source>not found fit to write answers</source>
        <translation>nicht tauglich befunden, Antworten zu schreiben</translation>
    </message>
    <message>
        <source>Compare with</source>
        <translation>Vergleichen mit</translation>
    </message>
    <message>
        <source>The answer is on the clipboard.</source>
        <translation>Die Antwort liegt in der Zwischenablage.</translation>
    </message>
    <message>
        <source>Save the answer</source>
        <translation>Antwort sichern</translation>
    </message>
    <message>
        <source>Saved to {0}.</source>
        <translation>Gesichert in {0}.</translation>
    </message>
</context>
<context>
    <name>AskPanel</name>
    <message>
        <source>Ask your library</source>
        <extracomment>Below this width every pixel is for the words. So long after an answer is whole its layout has come to rest.</extracomment>
        <translation>Fragen Sie Ihre Bibliothek</translation>
    </message>
    <message>
        <source>Answers are made of your papers&apos; own words. Every sentence names the page that carries it, and a click shows the words there.</source>
        <translation>Antworten bestehen aus den Worten Ihrer Arbeiten. Jeder Satz nennt die Seite, die ihn trägt, und ein Klick zeigt dort die Worte.</translation>
    </message>
    <message>
        <source>New conversation</source>
        <translation>Neues Gespräch</translation>
    </message>
    <message>
        <source>Earlier questions</source>
        <translation>Frühere Fragen</translation>
    </message>
    <message>
        <source>Conversation</source>
        <translation>Gespräch</translation>
    </message>
</context>
<context>
    <name>CallRow</name>
    <message>
        <source>Open {0}, {1}</source>
        <translation>{0} öffnen, {1}</translation>
    </message>
    <message>
        <source>Open {0}</source>
        <translation>{0} öffnen</translation>
    </message>
</context>
<context>
    <name>Card</name>
    <message>
        <source>and {0} more</source>
        <translation>und {0} weitere</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
</context>
<context>
    <name>ChosenWords</name>
    <message>
        <source>The citation is on the clipboard.</source>
        <translation>Der Beleg liegt in der Zwischenablage.</translation>
    </message>
    <message>
        <source>Select words first.</source>
        <translation>Wählen Sie zuerst Wörter.</translation>
    </message>
</context>
<context>
    <name>CitationChip</name>
    <message>
        <source>{0}: {1}</source>
        <extracomment>Percent of the font&apos;s own line spacing: with Inter this is 1.5 of the size.</extracomment>
        <translation>{0}: {1}</translation>
    </message>
</context>
<context>
    <name>CitationPopover</name>
    <message>
        <source>Citation</source>
        <translation>Zitat</translation>
    </message>
    <message>
        <source>in the library</source>
        <translation>in der Bibliothek</translation>
    </message>
    <message>
        <source>not in the library</source>
        <translation>nicht in der Bibliothek</translation>
    </message>
    <message>
        <source>here: {0}</source>
        <translation>hier: {0}</translation>
    </message>
    <message>
        <source>in this paper: {0}</source>
        <translation>in dieser Arbeit: {0}</translation>
    </message>
    <message>
        <source>also cited on</source>
        <translation>auch zitiert auf</translation>
    </message>
    <message>
        <source>p. {0}</source>
        <translation>S. {0}</translation>
    </message>
    <message>
        <source>cited in your library too by</source>
        <translation>in Ihrer Bibliothek auch zitiert von</translation>
    </message>
    <message>
        <source>and {0} more</source>
        <translation>und {0} weitere</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>Lesen</translation>
    </message>
    <message>
        <source>Entry in the list</source>
        <translation>Eintrag im Verzeichnis</translation>
    </message>
    <message>
        <source>Lineage</source>
        <translation>Herkunft</translation>
    </message>
</context>
<context>
    <name>CitationView</name>
    <message>
        <source>Citation graph</source>
        <extracomment>By level: listed or minor, moderate, important, foundational; contrast stands out.</extracomment>
        <translation>Zitationsgraph</translation>
    </message>
    <message>
        <source>Choose a paper to see whom it cites and who cites it; choose a line to read the sentences behind it.

Arrow keys go from paper to paper, + and − change the size, 0 shows everything, Enter opens.</source>
        <translation>Eine Arbeit wählen, um zu sehen, wen sie zitiert und wer sie zitiert; eine Linie wählen, um die Sätze dahinter zu lesen.

Pfeiltasten führen von Arbeit zu Arbeit, + und − ändern die Größe, 0 zeigt alles, Enter öffnet.</translation>
    </message>
    <message>
        <source>No citations yet</source>
        <translation>Noch keine Zitate</translation>
    </message>
    <message>
        <source>Papers with a list of references appear here, with the works that they cite.</source>
        <translation>Arbeiten mit Literaturverzeichnis erscheinen hier, mit den Werken, die sie zitieren.</translation>
    </message>
    <message>
        <source>in the library</source>
        <translation>in der Bibliothek</translation>
    </message>
    <message>
        <source>not in the library</source>
        <translation>nicht in der Bibliothek</translation>
    </message>
    <message>
        <source>cites {0}, cited by {1}</source>
        <translation>zitiert {0}, zitiert von {1}</translation>
    </message>
    <message>
        <source>{0} cites {1}: {2}, {3}</source>
        <translation>{0} zitiert {1}: {2}, {3}</translation>
    </message>
    <message>
        <source>{0} of {1} papers, {2} works not held, {3} citations</source>
        <translation>{0} von {1} Arbeiten, {2} Werke nicht vorhanden, {3} Zitate</translation>
    </message>
    <message>
        <source>● held  ○ not held  ━ important or foundational  ┅ contrast  → leads to the paper that cites</source>
        <translation>● vorhanden  ○ nicht vorhanden  ━ wichtig oder grundlegend  ┅ Abgrenzung  → führt zur zitierenden Arbeit</translation>
    </message>
    <message numerus="yes">
        <source>%n paper(s) not drawn, since no citation from or to them was found:</source>
        <translation>
            <numerusform>Eine Arbeit fehlt im Bild, denn von ihr und auf sie wurde kein Zitat gefunden:</numerusform>
            <numerusform>%n Arbeiten fehlen im Bild, denn von ihnen und auf sie wurde kein Zitat gefunden:</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ClaimForm</name>
    <message>
        <source>One sentence</source>
        <translation>Ein Satz</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Words of the page, as it shows them</source>
        <translation>Wörter der Seite, wie sie dort stehen</translation>
    </message>
    <message>
        <source>Rests on</source>
        <translation>Stützt sich auf</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>Seite</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Sichern</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
</context>
<context>
    <name>ClaimsSection</name>
    <message>
        <source>Claims</source>
        <extracomment>Papers whose claims are sought between two words of how far it is. a claim to begin once its paper is shown</extracomment>
        <translation>Behauptungen</translation>
    </message>
    <message>
        <source>+ claim</source>
        <translation>+ Behauptung</translation>
    </message>
    <message>
        <source>None were found in its abstract, introduction and conclusion.</source>
        <translation>In Zusammenfassung, Einleitung und Schluss wurden keine gefunden.</translation>
    </message>
    <message>
        <source>Not sought yet.</source>
        <translation>Noch nicht gesucht.</translation>
    </message>
    <message>
        <source>Find its claims</source>
        <translation>Behauptungen suchen</translation>
    </message>
    <message>
        <source>Reading …</source>
        <translation>Wird gelesen …</translation>
    </message>
    <message>
        <source>Who here supports or contradicts it?</source>
        <translation>Wer stützt sie hier, wer widerspricht?</translation>
    </message>
    <message>
        <source>No claim of another paper here surely supports or contradicts one of these.</source>
        <translation>Keine Behauptung einer anderen Arbeit hier stützt eine davon sicher oder widerspricht ihr.</translation>
    </message>
    <message numerus="yes">
        <source>Of %n paper(s) no claims were sought yet.</source>
        <translation>
            <numerusform>Von 1 Arbeit wurden noch keine Behauptungen gesucht.</numerusform>
            <numerusform>Von %n Arbeiten wurden noch keine Behauptungen gesucht.</numerusform>
        </translation>
    </message>
    <message>
        <source>Seek them and compare again</source>
        <translation>Suchen und noch einmal vergleichen</translation>
    </message>
    <message>
        <source>Comparing with the library …</source>
        <translation>Wird mit der Bibliothek verglichen …</translation>
    </message>
    <message>
        <source>Reading claims: {0} of {1}</source>
        <translation>Behauptungen werden gelesen: {0} von {1}</translation>
    </message>
    <message>
        <source>added by you</source>
        <translation>von Ihnen hinzugefügt</translation>
    </message>
    <message>
        <source>Correct this claim</source>
        <translation>Diese Behauptung berichtigen</translation>
    </message>
    <message>
        <source>This is no claim of the paper</source>
        <translation>Das ist keine Behauptung der Arbeit</translation>
    </message>
    <message>
        <source>contradicted ({0} %)</source>
        <translation>widersprochen ({0} %)</translation>
    </message>
    <message>
        <source>supported ({0} %)</source>
        <translation>gestützt ({0} %)</translation>
    </message>
    <message>
        <source>by a paper that cites it</source>
        <translation>von einer Arbeit, die sie zitiert</translation>
    </message>
    <message>
        <source>by a paper that it cites</source>
        <translation>von einer Arbeit, die hier zitiert wird</translation>
    </message>
    <message>
        <source>Correct the claim</source>
        <translation>Behauptung berichtigen</translation>
    </message>
    <message>
        <source>Add a claim</source>
        <translation>Behauptung hinzufügen</translation>
    </message>
</context>
<context>
    <name>CommandPalette</name>
    <message>
        <source>Commands</source>
        <translation>Befehle</translation>
    </message>
    <message>
        <source>What would you like to do?</source>
        <translation>Was möchten Sie tun?</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>Commands that fit</source>
        <translation>Passende Befehle</translation>
    </message>
</context>
<context>
    <name>ComparePage</name>
    <message>
        <source>Two answers</source>
        <translation>Zwei Antworten</translation>
    </message>
    <message>
        <source>Back to the conversation</source>
        <translation>Zurück zum Gespräch</translation>
    </message>
    <message>
        <source>Two answers compared</source>
        <translation>Zwei Antworten im Vergleich</translation>
    </message>
    <message>
        <source>in both</source>
        <translation>in beiden</translation>
    </message>
    <message>
        <source>{0}, of them {1} in both</source>
        <translation>{0}, davon {1} in beiden</translation>
    </message>
    <message>
        <source>Asked</source>
        <translation>Gefragt</translation>
    </message>
    <message>
        <source>Sentences</source>
        <translation>Sätze</translation>
    </message>
    <message>
        <source>Pages cited</source>
        <translation>Zitierte Seiten</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>Aufwand</translation>
    </message>
</context>
<context>
    <name>Composer</name>
    <message>
        <source>Your question</source>
        <extracomment>Below this width the words before the scope are left out; the buttons beside it take up so much.</extracomment>
        <translation>Ihre Frage</translation>
    </message>
    <message>
        <source>Ask (Enter)</source>
        <translation>Fragen (Eingabe)</translation>
    </message>
    <message>
        <source>Stop (Esc)</source>
        <translation>Abbrechen (Esc)</translation>
    </message>
    <message>
        <source>Answer from</source>
        <translation>Antworten aus</translation>
    </message>
    <message>
        <source>Ask a follow-up …</source>
        <translation>Nachfragen …</translation>
    </message>
    <message>
        <source>Ask your library …</source>
        <translation>Fragen Sie Ihre Bibliothek …</translation>
    </message>
</context>
<context>
    <name>CrashDialog</name>
    <message>
        <source>Something went wrong</source>
        <translation>Etwas ging schief</translation>
    </message>
    <message>
        <source>Something went wrong in the window</source>
        <translation>Im Fenster ging etwas schief</translation>
    </message>
    <message>
        <source>Your library is safe. You can go on; if it happens again, this report helps to find out why. It contains no text of your documents.</source>
        <translation>Ihre Bibliothek ist unversehrt. Sie können weiterarbeiten; geschieht es wieder, hilft dieser Bericht, den Grund zu finden. Er enthält keinen Text Ihrer Dokumente.</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>Bericht</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>Weiter</translation>
    </message>
</context>
<context>
    <name>Crumb</name>
    <message>
        <source>Paper</source>
        <translation>Arbeit</translation>
    </message>
    <message>
        <source>Topic</source>
        <translation>Thema</translation>
    </message>
    <message>
        <source>Relation</source>
        <translation>Zusammenhang</translation>
    </message>
    <message>
        <source>Region</source>
        <translation>Abschnitt</translation>
    </message>
    <message>
        <source>region</source>
        <translation>Abschnitt</translation>
    </message>
    <message>
        <source>The paper was read anew since: these words are not where they were.</source>
        <translation>Die Arbeit wurde seither neu gelesen: Diese Worte stehen nicht mehr, wo sie standen.</translation>
    </message>
    <message>
        <source>{0}: {1}</source>
        <translation>{0}: {1}</translation>
    </message>
</context>
<context>
    <name>DescribingPage</name>
    <message>
        <source>A language model gives themes titles and summaries in its words, each sentence held against the methods of the theme. What you wrote stays; what it wrote is marked with its name.</source>
        <translation>Ein Sprachmodell gibt Themen Titel und Zusammenfassungen in seinen Worten; jeder Satz wird an den Methoden des Themas geprüft. Was von Ihnen stammt, bleibt; was es schrieb, trägt seinen Namen.</translation>
    </message>
    <message>
        <source>Describe with a model</source>
        <translation>Mit einem Modell beschreiben</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
</context>
<context>
    <name>Desktop</name>
    <message>
        <source>Add papers</source>
        <extracomment>The window is painted before anyone looks for models. The library is on screen before the process that draws pages is started. Pixels at the foot of Ask where questions are typed. Seconds after which a thread of the engine&apos;s gives way to the window&apos;s; at Python&apos;s own 5 ms the window waits that long at nearly every call of Qt&apos;s while papers are read, and a frame makes hundreds. opened, but not shown yet</extracomment>
        <translation>Arbeiten hinzufügen</translation>
    </message>
    <message>
        <source>Papers and references (*.pdf *.bib *.ris *.json)</source>
        <translation>Arbeiten und Literaturangaben (*.pdf *.bib *.ris *.json)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Open a library, or choose an empty folder for a new one</source>
        <translation>Bibliothek öffnen, oder einen leeren Ordner für eine neue wählen</translation>
    </message>
    <message>
        <source>The library whose papers are to come into this one</source>
        <translation>Die Bibliothek, deren Arbeiten in diese kommen sollen</translation>
    </message>
    <message>
        <source>Papers are still being read. Move the library when they are done, or stop them in Jobs.</source>
        <translation>Es werden noch Arbeiten gelesen. Die Bibliothek danach verlegen oder das Lesen unter Aufträge anhalten.</translation>
    </message>
    <message>
        <source>The folder that the library is to lie in</source>
        <translation>Der Ordner, in dem die Bibliothek liegen soll</translation>
    </message>
    <message>
        <source>The library lies in {0} now.</source>
        <translation>Die Bibliothek liegt jetzt in {0}.</translation>
    </message>
    <message>
        <source>Papers are still being read. They go on at the next start.</source>
        <translation>Es werden noch Arbeiten gelesen. Beim nächsten Start geht es weiter.</translation>
    </message>
    <message>
        <source>Close now</source>
        <translation>Jetzt schließen</translation>
    </message>
    <message>
        <source>Open for reading</source>
        <translation>Zum Lesen öffnen</translation>
    </message>
    <message>
        <source>Zotero&apos;s data folder</source>
        <translation>Datenordner von Zotero</translation>
    </message>
    <message>
        <source>{0} holds no zotero.sqlite. Zotero shows its data folder in its settings, under Advanced.</source>
        <translation>In {0} liegt keine zotero.sqlite. Zotero zeigt seinen Datenordner in den Einstellungen unter „Erweitert“.</translation>
    </message>
    <message>
        <source>Choose again</source>
        <translation>Noch einmal wählen</translation>
    </message>
    <message>
        <source>{0} (reading only)</source>
        <translation>{0} (nur zum Lesen)</translation>
    </message>
    <message>
        <source>The program that wrote this library has ended. It can be opened for writing now.</source>
        <translation>Das Programm, das in diese Bibliothek schrieb, ist beendet. Sie lässt sich jetzt zum Schreiben öffnen.</translation>
    </message>
    <message>
        <source>Open for writing</source>
        <translation>Zum Schreiben öffnen</translation>
    </message>
</context>
<context>
    <name>DuplicatesPanel</name>
    <message>
        <source>Duplicates</source>
        <extracomment>Pairs that are built in one go: some 3 ms each, and the window must not stand still.</extracomment>
        <translation>Doppelte</translation>
    </message>
    <message>
        <source>No duplicates</source>
        <translation>Nichts Doppeltes</translation>
    </message>
    <message>
        <source>Papers that look alike are offered here.</source>
        <translation>Arbeiten, die sich gleichen, werden hier angeboten.</translation>
    </message>
    <message>
        <source>the same file</source>
        <translation>dieselbe Datei</translation>
    </message>
    <message>
        <source>the same DOI</source>
        <translation>derselbe DOI</translation>
    </message>
    <message>
        <source>the same title, author and year</source>
        <translation>gleicher Titel, Autor und Jahr</translation>
    </message>
    <message>
        <source>a paper and its supporting information</source>
        <translation>eine Arbeit und ihr Anhang</translation>
    </message>
    <message>
        <source>These are two papers</source>
        <translation>Das sind zwei Arbeiten</translation>
    </message>
    <message numerus="yes">
        <source>%n page(s)</source>
        <translation>
            <numerusform>%n Seite</numerusform>
            <numerusform>%n Seiten</numerusform>
        </translation>
    </message>
    <message>
        <source>added {0}</source>
        <translation>hinzugefügt: {0}</translation>
    </message>
    <message>
        <source>Keep this one</source>
        <translation>Diese behalten</translation>
    </message>
    <message>
        <source>Keep {0}</source>
        <translation>{0} behalten</translation>
    </message>
    <message>
        <source>The one you keep takes over the other one's files, notes, tags and citations. Undo parts them again.</source>
        <translation>Die Arbeit, die bleibt, übernimmt Dateien, Notizen, Schlagwörter und Zitate der anderen. Rückgängig trennt sie wieder.</translation>
    </message>
    <message>
        <source>year not known</source>
        <translation>Jahr unbekannt</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>Lesen</translation>
    </message>
    <message>
        <source>Read {0}</source>
        <translation>{0} lesen</translation>
    </message>
    <message>
        <source>the same title and author</source>
        <translation>derselbe Titel und dieselben Autoren</translation>
    </message>
</context>
<context>
    <name>EarlierList</name>
    <message>
        <source>Explorations that you make appear here.</source>
        <translation>Erkundungen, die Sie machen, erscheinen hier.</translation>
    </message>
    <message>
        <source>Earlier explorations</source>
        <translation>Frühere Erkundungen</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>abgebrochen</translation>
    </message>
    <message>
        <source>nothing found</source>
        <translation>nichts gefunden</translation>
    </message>
</context>
<context>
    <name>EdgeCard</name>
    <message>
        <source>Citation</source>
        <translation>Zitat</translation>
    </message>
    <message>
        <source>cites</source>
        <translation>zitiert</translation>
    </message>
    <message>
        <source>affinity {0}</source>
        <translation>Verwandtschaft {0}</translation>
    </message>
    <message>
        <source>The citing sentence</source>
        <translation>Der zitierende Satz</translation>
    </message>
    <message>
        <source>The claims of both</source>
        <translation>Die Behauptungen beider</translation>
    </message>
</context>
<context>
    <name>EdgePanel</name>
    <message>
        <source>Citation</source>
        <translation>Zitat</translation>
    </message>
    <message>
        <source>cites</source>
        <translation>zitiert</translation>
    </message>
    <message>
        <source>Role</source>
        <translation>Rolle</translation>
    </message>
    <message>
        <source>Level</source>
        <translation>Stufe</translation>
    </message>
    <message>
        <source>This is right</source>
        <translation>Das stimmt</translation>
    </message>
    <message>
        <source>strong</source>
        <translation>stark</translation>
    </message>
    <message>
        <source>weak</source>
        <translation>schwach</translation>
    </message>
    <message>
        <source>cited alone</source>
        <translation>allein zitiert</translation>
    </message>
    <message>
        <source>cited among others</source>
        <translation>unter anderen zitiert</translation>
    </message>
    <message>
        <source>It stands in the list of references; the text never cites it.</source>
        <translation>Es steht im Literaturverzeichnis; der Text zitiert es nie.</translation>
    </message>
</context>
<context>
    <name>EvidenceRow</name>
    <message>
        <source>Keep this passage in</source>
        <extracomment>Characters of a passage that are shown; hovering shows it whole, its chip the page.</extracomment>
        <translation>Diesen Absatz behalten</translation>
    </message>
    <message>
        <source>Leave this passage out</source>
        <translation>Diesen Absatz weglassen</translation>
    </message>
    <message>
        <source>its page is gone</source>
        <translation>seine Seite gibt es nicht mehr</translation>
    </message>
    <message>
        <source>score {0}</source>
        <translation>Wert {0}</translation>
    </message>
    <message>
        <source>left out</source>
        <translation>weggelassen</translation>
    </message>
    <message>
        <source>kept in</source>
        <translation>behalten</translation>
    </message>
    <message>
        <source>cut short</source>
        <translation>gekürzt</translation>
    </message>
</context>
<context>
    <name>ExploreForm</name>
    <message>
        <source>The question to explore from</source>
        <translation>Die Frage, von der die Erkundung ausgeht</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>Plan</translation>
    </message>
    <message>
        <source>Show what it would look at and cost, before anything is read (Enter)</source>
        <translation>Zeigen, was betrachtet würde und was es kostet, bevor etwas gelesen wird (Eingabe)</translation>
    </message>
    <message>
        <source>Prune</source>
        <translation>Beschneiden</translation>
    </message>
    <message>
        <source>{0} seeds a query</source>
        <translation>{0} Ausgangsarbeiten je Anfrage</translation>
    </message>
    <message>
        <source>nearest and newest</source>
        <translation>nächste und neueste</translation>
    </message>
    <message>
        <source>nearest to the question</source>
        <translation>der Frage am nächsten</translation>
    </message>
    <message>
        <source>newest</source>
        <translation>neueste</translation>
    </message>
    <message>
        <source>1 hop: what they cite, who cites them</source>
        <translation>1 Schritt: wen sie zitieren, wer sie zitiert</translation>
    </message>
    <message>
        <source>1.5 hops: with the links among those</source>
        <translation>1,5 Schritte: samt den Verbindungen unter diesen</translation>
    </message>
    <message>
        <source>2 hops: and a step further</source>
        <translation>2 Schritte: und einen weiter</translation>
    </message>
    <message>
        <source>ranked by PageRank</source>
        <translation>Rang nach PageRank</translation>
    </message>
    <message>
        <source>ranked by SALSA</source>
        <translation>Rang nach SALSA</translation>
    </message>
    <message>
        <source>Papers to start from, for each query of the plan</source>
        <translation>Arbeiten, von denen ausgegangen wird, je Anfrage des Plans</translation>
    </message>
    <message>
        <source>Which papers to start from</source>
        <translation>Von welchen Arbeiten ausgegangen wird</translation>
    </message>
    <message>
        <source>How far from them</source>
        <translation>Wie weit von ihnen</translation>
    </message>
    <message>
        <source>How papers are ranked</source>
        <translation>Wie Arbeiten geordnet werden</translation>
    </message>
    <message>
        <source>Leave citations out whose claims are not carried; off, since on our questions it did not help.</source>
        <translation>Zitate weglassen, deren Behauptungen nicht getragen werden; aus, da es bei unseren Fragen nicht half.</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Aus</translation>
    </message>
    <message>
        <source>A question to set out from, in your own words …</source>
        <translation>Eine Frage, von der es ausgeht, in eigenen Worten …</translation>
    </message>
    <message>
        <source>Options</source>
        <translation>Optionen</translation>
    </message>
    <message>
        <source>Fewer options</source>
        <translation>Weniger Optionen</translation>
    </message>
</context>
<context>
    <name>ExploreGraph</name>
    <message>
        <source>Along the years</source>
        <extracomment>whose graph is on the canvas</extracomment>
        <translation>Nach Jahren</translation>
    </message>
    <message>
        <source>Held alone</source>
        <translation>Nur vorhandene</translation>
    </message>
    <message>
        <source>What was explored</source>
        <translation>Was erkundet wurde</translation>
    </message>
    <message>
        <source>Nothing to show</source>
        <translation>Nichts zu zeigen</translation>
    </message>
    <message>
        <source>{0} papers, {1} works not held, {2} citations</source>
        <translation>{0} Arbeiten, {1} Werke nicht vorhanden, {2} Zitate</translation>
    </message>
    <message>
        <source>Which citations are shown</source>
        <translation>Welche Zitate gezeigt werden</translation>
    </message>
    <message>
        <source>All citations</source>
        <translation>Alle Zitate</translation>
    </message>
    <message>
        <source>Kept</source>
        <translation>Behaltene</translation>
    </message>
    <message>
        <source>Carried by claims</source>
        <translation>Von Behauptungen getragene</translation>
    </message>
    <message>
        <source>Pruned</source>
        <translation>Beschnittene</translation>
    </message>
    <message>
        <source>kept</source>
        <translation>behalten</translation>
    </message>
    <message>
        <source>pruned</source>
        <translation>beschnitten</translation>
    </message>
    <message>
        <source>{0} cites {1}: {2}, affinity {3}, {4}</source>
        <translation>{0} zitiert {1}: {2}, Verwandtschaft {3}, {4}</translation>
    </message>
    <message>
        <source>◆ seed  ● held  ○ not held, green where ranked  ━ carried by claims  ─ kept  ┅ pruned  → leads to the paper that cites</source>
        <translation>◆ Ausgangsarbeit  ● vorhanden  ○ nicht vorhanden, grün mit Rang  ━ von Behauptungen getragen  ─ behalten  ┅ beschnitten  → führt zur zitierenden Arbeit</translation>
    </message>
</context>
<context>
    <name>ExplorePlace</name>
    <message>
        <source>Explore outward from a question</source>
        <translation>Von einer Frage aus erkunden</translation>
    </message>
    <message>
        <source>Twintree follows the citations around the papers that a question finds, and checks each by the claims of both papers. What it will look at is told before it starts.</source>
        <translation>Twintree folgt den Zitaten um die Arbeiten, die eine Frage findet, und prüft jedes an den Behauptungen beider Arbeiten. Was betrachtet wird, steht vor dem Beginn fest.</translation>
    </message>
    <message>
        <source>Nothing was judged.</source>
        <translation>Nichts wurde beurteilt.</translation>
    </message>
    <message>
        <source>An exploration is under way; it can be stopped.</source>
        <translation>Eine Erkundung läuft; sie kann angehalten werden.</translation>
    </message>
    <message>
        <source>Deleted; what was judged stays known, so it can be made again at once.</source>
        <translation>Gelöscht; was beurteilt war, bleibt bekannt, sie lässt sich also gleich wieder machen.</translation>
    </message>
    <message>
        <source>Make it again</source>
        <translation>Wieder machen</translation>
    </message>
    <message>
        <source>The reading list is on the clipboard.</source>
        <translation>Die Leseliste ist in der Zwischenablage.</translation>
    </message>
    <message>
        <source>Save the reading list</source>
        <translation>Leseliste speichern</translation>
    </message>
    <message>
        <source>Saved to {0}.</source>
        <translation>Gesichert in {0}.</translation>
    </message>
    <message>
        <source>Earlier explorations</source>
        <translation>Frühere Erkundungen</translation>
    </message>
    <message>
        <source>The plan above says what is looked at and what that takes. Start begins it.</source>
        <translation>Der Plan oben sagt, was angesehen wird und was das kostet. „Beginnen“ startet das.</translation>
    </message>
    <message>
        <source>Nothing was looked at yet</source>
        <translation>Noch wurde nichts angesehen</translation>
    </message>
</context>
<context>
    <name>FieldEditor</name>
    <message>
        <source>you</source>
        <translation>Sie</translation>
    </message>
    <message>
        <source>first page</source>
        <translation>erste Seite</translation>
    </message>
    <message>
        <source>layout</source>
        <translation>Layout</translation>
    </message>
    <message>
        <source>file</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>Nehmen</translation>
    </message>
    <message>
        <source>Use {0} for {1}</source>
        <translation>{0} für {1} nehmen</translation>
    </message>
</context>
<context>
    <name>FigureDelegate</name>
    <message>
        <source>p. {0}</source>
        <translation>S. {0}</translation>
    </message>
</context>
<context>
    <name>FigureList</name>
    <message>
        <source>looking …</source>
        <extracomment>Equations are cut out at this many dots an inch; pictures in the list are no taller than this many pixels.</extracomment>
        <translation>sucht …</translation>
    </message>
    <message>
        <source>Figures, tables and equations</source>
        <translation>Abbildungen, Tabellen und Gleichungen</translation>
    </message>
    <message>
        <source>No figures, tables or equations were found in this paper.</source>
        <translation>In dieser Arbeit wurden keine Abbildungen, Tabellen oder Gleichungen gefunden.</translation>
    </message>
    <message numerus="yes">
        <source>%n figure(s)</source>
        <translation>
            <numerusform>%n Abbildung</numerusform>
            <numerusform>%n Abbildungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n table(s)</source>
        <translation>
            <numerusform>%n Tabelle</numerusform>
            <numerusform>%n Tabellen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n equation(s)</source>
        <translation>
            <numerusform>%n Gleichung</numerusform>
            <numerusform>%n Gleichungen</numerusform>
        </translation>
    </message>
    <message>
        <source>p. {0}</source>
        <translation>S. {0}</translation>
    </message>
    <message>
        <source>Copy LaTeX</source>
        <translation>LaTeX kopieren</translation>
    </message>
</context>
<context>
    <name>Filters</name>
    <message>
        <source>Along the years</source>
        <translation>Nach Jahren</translation>
    </message>
    <message>
        <source>Held alone</source>
        <translation>Nur vorhandene</translation>
    </message>
    <message>
        <source>To confirm: {0}</source>
        <translation>Zu bestätigen: {0}</translation>
    </message>
    <message>
        <source>All works</source>
        <translation>Alle Werke</translation>
    </message>
    <message>
        <source>Works cited {0} times or more</source>
        <translation>Werke, die {0}-mal oder öfter zitiert sind</translation>
    </message>
    <message>
        <source>Works that are not held</source>
        <translation>Werke, die nicht vorhanden sind</translation>
    </message>
    <message>
        <source>All weights</source>
        <translation>Jedes Gewicht</translation>
    </message>
    <message>
        <source>At least {0}</source>
        <translation>Mindestens {0}</translation>
    </message>
    <message>
        <source>Least weight of a citation</source>
        <translation>Kleinstes Gewicht eines Zitats</translation>
    </message>
    <message>
        <source>Roles</source>
        <translation>Rollen</translation>
    </message>
    <message>
        <source>All roles</source>
        <translation>Alle Rollen</translation>
    </message>
    <message>
        <source>{0} roles</source>
        <translation>{0} Rollen</translation>
    </message>
</context>
<context>
    <name>FindBar</name>
    <message>
        <source>Find in this paper</source>
        <translation>In dieser Arbeit suchen</translation>
    </message>
    <message>
        <source>Previous match (Shift+Enter)</source>
        <translation>Voriger Treffer (Umschalt+Eingabe)</translation>
    </message>
    <message>
        <source>Next match (Enter)</source>
        <translation>Nächster Treffer (Eingabe)</translation>
    </message>
    <message>
        <source>In the library</source>
        <translation>In der Bibliothek</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>Schließen (Esc)</translation>
    </message>
    <message>
        <source>{0} of {1}{2}</source>
        <translation>{0} von {1}{2}</translation>
    </message>
    <message>
        <source>looking …</source>
        <translation>sucht …</translation>
    </message>
    <message>
        <source>not found</source>
        <translation>nicht gefunden</translation>
    </message>
</context>
<context>
    <name>Fold</name>
    <message>
        <source>Open: {0}</source>
        <translation>Öffnen: {0}</translation>
    </message>
    <message>
        <source>Close: {0}</source>
        <translation>Schließen: {0}</translation>
    </message>
</context>
<context>
    <name>FoundDelegate</name>
    <message>
        <source>p. {0}</source>
        <translation>S. {0}</translation>
    </message>
</context>
<context>
    <name>FoundModel</name>
    <message>
        <source>p. {0}</source>
        <translation>S. {0}</translation>
    </message>
</context>
<context>
    <name>FoundPanel</name>
    <message>
        <source>How this was found</source>
        <translation>Wie dies gefunden wurde</translation>
    </message>
</context>
<context>
    <name>FoundRow</name>
    <message>
        <source>Details of: {0}</source>
        <translation>Einzelheiten zu: {0}</translation>
    </message>
    <message>
        <source>Show the page</source>
        <translation>Die Seite zeigen</translation>
    </message>
    <message>
        <source>Open the paper</source>
        <translation>Die Arbeit öffnen</translation>
    </message>
</context>
<context>
    <name>HistoryList</name>
    <message>
        <source>Find a question</source>
        <translation>Frage suchen</translation>
    </message>
    <message>
        <source>Compare the two</source>
        <translation>Die beiden vergleichen</translation>
    </message>
    <message>
        <source>Choose two questions with Ctrl to compare their answers.</source>
        <translation>Mit Strg zwei Fragen wählen, um ihre Antworten zu vergleichen.</translation>
    </message>
    <message>
        <source>Questions that you ask appear here.</source>
        <translation>Ihre Fragen erscheinen hier.</translation>
    </message>
    <message>
        <source>not in your library</source>
        <translation>nicht in Ihrer Bibliothek</translation>
    </message>
</context>
<context>
    <name>Imports</name>
    <message numerus="yes">
        <source>%n file(s) were here already.</source>
        <translation>
            <numerusform>%n Datei war schon hier.</numerusform>
            <numerusform>%n Dateien waren schon hier.</numerusform>
        </translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
    <message numerus="yes">
        <source>%n paper(s) added.</source>
        <translation>
            <numerusform>%n Arbeit hinzugefügt.</numerusform>
            <numerusform>%n Arbeiten hinzugefügt.</numerusform>
        </translation>
    </message>
    <message>
        <source>{0} files could not be read; added: {1}.</source>
        <translation>{0} Dateien konnten nicht gelesen werden; hinzugefügt: {1}.</translation>
    </message>
    <message>
        <source>That was not the password of {0}.</source>
        <translation>Das war nicht das Passwort von {0}.</translation>
    </message>
    <message>
        <source>{0} is locked with a password.</source>
        <translation>{0} ist mit einem Passwort verschlossen.</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
</context>
<context>
    <name>Inspector</name>
    <message>
        <source>Selected paper</source>
        <translation>Ausgewählte Arbeit</translation>
    </message>
    <message>
        <source>Select a paper to see its structure.</source>
        <translation>Wählen Sie eine Arbeit, um ihren Aufbau zu sehen.</translation>
    </message>
</context>
<context>
    <name>JobItemsModel</name>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Stand</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>Seiten</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Grund</translation>
    </message>
</context>
<context>
    <name>JobsPanel</name>
    <message>
        <source>Jobs</source>
        <translation>Aufträge</translation>
    </message>
    <message>
        <source>Nothing to do</source>
        <translation>Nichts zu tun</translation>
    </message>
    <message>
        <source>Imports appear here while they run, with each file and what became of it.</source>
        <translation>Importe erscheinen hier, solange sie laufen, mit jeder Datei und was aus ihr wurde.</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Try failed again</source>
        <translation>Fehlgeschlagene wiederholen</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Files of this job</source>
        <translation>Dateien dieses Auftrags</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>Protokoll</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Nothing was written down since the start.</source>
        <translation>Seit dem Start wurde nichts festgehalten.</translation>
    </message>
</context>
<context>
    <name>LibraryPanel</name>
    <message>
        <source>Search titles, authors, text …   &quot;exact phrase&quot;   author:   year:2019..2023</source>
        <translation>Titel, Autoren, Text suchen …   &quot;genaue Wortfolge&quot;   author:   year:2019..2023</translation>
    </message>
    <message>
        <source>Filter papers</source>
        <translation>Arbeiten filtern</translation>
    </message>
    <message numerus="yes">
        <source>%n paper(s)</source>
        <extracomment>The table, and what stands in its place when it is empty; others put their pages behind these.</extracomment>
        <translation>
            <numerusform>%n Arbeit</numerusform>
            <numerusform>%n Arbeiten</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LibrarySearch</name>
    <message>
        <source>Words, &quot;a phrase&quot;, author:chieu, year:2019..2023</source>
        <translation>Wörter, &quot;eine Wortfolge&quot;, author:chieu, year:2019..2023</translation>
    </message>
    <message>
        <source>Find in the library</source>
        <translation>In der Bibliothek suchen</translation>
    </message>
    <message>
        <source>Passages found</source>
        <translation>Gefundene Stellen</translation>
    </message>
    <message>
        <source>looking …</source>
        <translation>sucht …</translation>
    </message>
    <message>
        <source>{0} passages in {1} papers</source>
        <translation>{0} Stellen in {1} Arbeiten</translation>
    </message>
    <message>
        <source>not found</source>
        <translation>nicht gefunden</translation>
    </message>
    <message>
        <source>1 passage in 1 paper</source>
        <translation>1 Stelle in 1 Arbeit</translation>
    </message>
    <message>
        <source>{0} passages in 1 paper</source>
        <translation>{0} Stellen in 1 Arbeit</translation>
    </message>
</context>
<context>
    <name>LineagePlace</name>
    <message>
        <source>Lineage of</source>
        <translation>Herkunft von</translation>
    </message>
    <message>
        <source>Papers</source>
        <translation>Arbeiten</translation>
    </message>
    <message>
        <source>Methods</source>
        <translation>Methoden</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message numerus="yes">
        <source>Drop to add %n file(s) or folder(s)</source>
        <translation>
            <numerusform>Ablegen, um %n Datei oder Ordner hinzuzufügen</numerusform>
            <numerusform>Ablegen, um %n Dateien oder Ordner hinzuzufügen</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>MarkCard</name>
    <message>
        <source>Go to this highlight on page {0}</source>
        <translation>Zu dieser Markierung auf Seite {0}</translation>
    </message>
    <message>
        <source>no longer in the text</source>
        <translation>nicht mehr im Text</translation>
    </message>
    <message>
        <source>Write to this highlight</source>
        <translation>Zu dieser Markierung schreiben</translation>
    </message>
    <message>
        <source>Remove this highlight</source>
        <translation>Diese Markierung entfernen</translation>
    </message>
    <message>
        <source>What do you say to it?</source>
        <translation>Was sagen Sie dazu?</translation>
    </message>
</context>
<context>
    <name>MarkMenu</name>
    <message>
        <source>Edit the note …</source>
        <translation>Notiz bearbeiten …</translation>
    </message>
    <message>
        <source>Add a note …</source>
        <translation>Notiz hinzufügen …</translation>
    </message>
    <message>
        <source>Copy its words</source>
        <translation>Wörter kopieren</translation>
    </message>
    <message>
        <source>Remove this highlight</source>
        <translation>Diese Markierung entfernen</translation>
    </message>
</context>
<context>
    <name>MessageStrip</name>
    <message>
        <source>Password</source>
        <extracomment>Called when another text wants another height.</extracomment>
        <translation>Passwort</translation>
    </message>
    <message>
        <source>Close this message</source>
        <translation>Diese Meldung schließen</translation>
    </message>
</context>
<context>
    <name>Messages</name>
    <message>
        <source>The log (Jobs, Log) says more.</source>
        <translation>Das Protokoll (Aufträge, Protokoll) sagt mehr.</translation>
    </message>
</context>
<context>
    <name>MetadataEditor</name>
    <message>
        <source>Title</source>
        <translation>Titel</translation>
    </message>
    <message>
        <source>Authors, one a line</source>
        <translation>Autoren, einer je Zeile</translation>
    </message>
    <message>
        <source>Year</source>
        <translation>Jahr</translation>
    </message>
    <message>
        <source>Venue</source>
        <translation>Ort</translation>
    </message>
    <message>
        <source>Abstract</source>
        <translation>Zusammenfassung</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>Angaben</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Sichern</translation>
    </message>
</context>
<context>
    <name>MethodCard</name>
    <message>
        <source>also {0}</source>
        <translation>auch {0}</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>Thema</translation>
    </message>
    <message>
        <source>Untitled</source>
        <translation>Ohne Titel</translation>
    </message>
    <message>
        <source>Comes from</source>
        <translation>Kommt von</translation>
    </message>
    <message>
        <source>Others compared with it</source>
        <translation>Andere, die damit verglichen werden</translation>
    </message>
    <message>
        <source>Compared with</source>
        <translation>Verglichen mit</translation>
    </message>
    <message>
        <source>Built on by</source>
        <translation>Darauf bauen</translation>
    </message>
    <message>
        <source>{0} mentions in {1} papers</source>
        <translation>{0} Nennungen in {1} Arbeiten</translation>
    </message>
    <message>
        <source>edited by you</source>
        <translation>von Ihnen geändert</translation>
    </message>
    <message>
        <source>Focus</source>
        <translation>In den Mittelpunkt</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Ändern</translation>
    </message>
    <message>
        <source>Split …</source>
        <translation>Teilen …</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>strongest</source>
        <translation>stärkste</translation>
    </message>
    <message>
        <source>supporting</source>
        <translation>stützende</translation>
    </message>
    <message>
        <source>{0} of 5</source>
        <translation>{0} von 5</translation>
    </message>
    <message>
        <source>Why: the words on both papers&apos; pages</source>
        <translation>Warum: die Worte auf den Seiten beider Arbeiten</translation>
    </message>
    <message>
        <source>Named on these pages</source>
        <translation>Auf diesen Seiten genannt</translation>
    </message>
    <message>
        <source>p. {0}</source>
        <translation>S. {0}</translation>
    </message>
    <message>
        <source>History</source>
        <translation>Verlauf</translation>
    </message>
    <message>
        <source>by you</source>
        <translation>von Ihnen</translation>
    </message>
    <message>
        <source>by rule</source>
        <translation>nach Regel</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Summary</source>
        <translation>Zusammenfassung</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Choose the paper whose “{0}” is another method.</source>
        <translation>Die Arbeit wählen, deren „{0}“ eine andere Methode ist.</translation>
    </message>
    <message>
        <source>Paper</source>
        <translation>Arbeit</translation>
    </message>
    <message>
        <source>Split it off</source>
        <translation>Abtrennen</translation>
    </message>
    <message>
        <source>cosine {0}</source>
        <translation>Kosinus {0}</translation>
    </message>
    <message>
        <source>name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>summary</source>
        <translation>Zusammenfassung</translation>
    </message>
    <message>
        <source>kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>edited</source>
        <translation>bearbeitet</translation>
    </message>
    <message>
        <source>joined</source>
        <translation>hinzugenommen</translation>
    </message>
    <message>
        <source>why</source>
        <translation>warum</translation>
    </message>
    <message>
        <source>Merge …</source>
        <translation>Zusammenführen …</translation>
    </message>
</context>
<context>
    <name>MethodEdgePanel</name>
    <message>
        <source>Derivation</source>
        <translation>Ableitung</translation>
    </message>
    <message>
        <source>Comparison</source>
        <translation>Vergleich</translation>
    </message>
    <message>
        <source>is compared with</source>
        <translation>wird verglichen mit</translation>
    </message>
    <message>
        <source>comes from</source>
        <translation>kommt von</translation>
    </message>
    <message>
        <source>p. {0}</source>
        <translation>S. {0}</translation>
    </message>
    <message>
        <source>Rating</source>
        <translation>Bewertung</translation>
    </message>
    <message>
        <source>{0} of 5</source>
        <translation>{0} von 5</translation>
    </message>
    <message>
        <source>not at all</source>
        <translation>gar nicht</translation>
    </message>
    <message>
        <source>rated by you</source>
        <translation>von Ihnen bewertet</translation>
    </message>
    <message>
        <source>{0} % of what comes into it</source>
        <translation>{0} % dessen, was darin eingeht</translation>
    </message>
</context>
<context>
    <name>ModeButton</name>
    <message>
        <source>Mode: {0}</source>
        <extracomment>Pixels of the button around its words, and the least that the words get.</extracomment>
        <translation>Modus: {0}</translation>
    </message>
</context>
<context>
    <name>ModelRow</name>
    <message>
        <source>in use</source>
        <translation>in Gebrauch</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Fetch</source>
        <translation>Holen</translation>
    </message>
    <message>
        <source>Check again</source>
        <translation>Noch einmal prüfen</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>Prüfen</translation>
    </message>
    <message>
        <source>Use it no more</source>
        <translation>Nicht mehr verwenden</translation>
    </message>
    <message>
        <source>Use for all it is fit for</source>
        <translation>Für alles verwenden, wofür es geeignet ist</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>chosen</source>
        <translation>gewählt</translation>
    </message>
</context>
<context>
    <name>ModelTask</name>
    <message>
        <source>Open Models</source>
        <extracomment>A message that says how many of how many already.</extracomment>
        <translation>Modelle öffnen</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>ohne Grenze</translation>
    </message>
    <message>
        <source> min</source>
        <translation> min</translation>
    </message>
    <message>
        <source>Pause after so many minutes</source>
        <translation>Nach so vielen Minuten anhalten</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Beginnen</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
    <message>
        <source>Counting what there is to do …</source>
        <translation>Was zu tun ist, wird gezählt …</translation>
    </message>
    <message>
        <source>Starting …</source>
        <translation>Beginnt …</translation>
    </message>
    <message>
        <source>Paused: {0} of {1} done.</source>
        <translation>Angehalten: {0} von {1} fertig.</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} von {1}</translation>
    </message>
    <message>
        <source>Pause after</source>
        <translation>Anhalten nach</translation>
    </message>
</context>
<context>
    <name>ModelsPanel</name>
    <message>
        <source>Looking at the models of this machine …</source>
        <translation>Die Modelle dieses Rechners werden nachgesehen …</translation>
    </message>
    <message>
        <source>Checking the hash</source>
        <translation>Prüfsumme wird geprüft</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modelle</translation>
    </message>
    <message>
        <source>Add a model file …</source>
        <translation>Modelldatei hinzufügen …</translation>
    </message>
    <message>
        <source>Any GGUF file with a chat template. It stays where it lies. A model takes over only what it was found fit for, measured here with small tasks of known answers; everything else is done without it.</source>
        <translation>Jede GGUF-Datei mit Chat-Vorlage. Sie bleibt, wo sie liegt. Ein Modell übernimmt nur, wofür es sich hier bei kleinen Aufgaben mit bekannten Lösungen als geeignet erwies; alles andere geht ohne es.</translation>
    </message>
    <message>
        <source>Who does what</source>
        <translation>Wer was tut</translation>
    </message>
    <message>
        <source>Reading the library</source>
        <translation>Liest die Bibliothek</translation>
    </message>
    <message>
        <source>Language models here</source>
        <translation>Sprachmodelle hier</translation>
    </message>
    <message>
        <source>To be had</source>
        <translation>Zu haben</translation>
    </message>
    <message>
        <source>Text recognition</source>
        <translation>Texterkennung</translation>
    </message>
    <message>
        <source>Fetching</source>
        <translation>Wird geholt</translation>
    </message>
    <message>
        <source>Checking</source>
        <translation>Wird geprüft</translation>
    </message>
    <message>
        <source>Choosing</source>
        <translation>Wird gewählt</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Forget {0}? The file stays where it lies.</source>
        <translation>{0} vergessen? Die Datei bleibt, wo sie liegt.</translation>
    </message>
    <message>
        <source>Remove {0} from this machine?</source>
        <translation>{0} von diesem Rechner entfernen?</translation>
    </message>
    <message>
        <source>Removing</source>
        <translation>Wird entfernt</translation>
    </message>
    <message>
        <source>{0} is known now. Check it to see what it is fit for.</source>
        <translation>{0} ist jetzt bekannt. Prüfen Sie es, um zu sehen, wofür es geeignet ist.</translation>
    </message>
    <message>
        <source>Add a model file</source>
        <translation>Modelldatei hinzufügen</translation>
    </message>
    <message>
        <source>Models (*.gguf)</source>
        <translation>Modelle (*.gguf)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
</context>
<context>
    <name>NodeCard</name>
    <message>
        <source>in the library</source>
        <extracomment>Rows that a list shows before it scrolls by itself.</extracomment>
        <translation>in der Bibliothek</translation>
    </message>
    <message>
        <source>not in the library</source>
        <translation>nicht in der Bibliothek</translation>
    </message>
    <message numerus="yes">
        <source>cited by %n paper(s) here</source>
        <translation>
            <numerusform>hier von %n Arbeit zitiert</numerusform>
            <numerusform>hier von %n Arbeiten zitiert</numerusform>
        </translation>
    </message>
    <message>
        <source>Read</source>
        <translation>Lesen</translation>
    </message>
    <message>
        <source>Show in library</source>
        <translation>In der Bibliothek zeigen</translation>
    </message>
    <message>
        <source>Focus</source>
        <translation>In den Mittelpunkt</translation>
    </message>
    <message>
        <source>Path to …</source>
        <translation>Pfad zu …</translation>
    </message>
    <message>
        <source>Cited by, in your library</source>
        <translation>Zitiert von, in Ihrer Bibliothek</translation>
    </message>
    <message>
        <source>No paper of this library cites it.</source>
        <translation>Keine Arbeit dieser Bibliothek zitiert es.</translation>
    </message>
    <message>
        <source>Cited by</source>
        <translation>Zitiert von</translation>
    </message>
    <message>
        <source>Cites</source>
        <translation>Zitiert</translation>
    </message>
    <message>
        <source>No list of references was found.</source>
        <translation>Es wurde kein Literaturverzeichnis gefunden.</translation>
    </message>
    </context>
<context>
    <name>NoteField</name>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>Write a note (Markdown)</source>
        <translation>Notiz schreiben (Markdown)</translation>
    </message>
</context>
<context>
    <name>NoteList</name>
    <message>
        <source>Notes</source>
        <translation>Notizen</translation>
    </message>
    <message>
        <source>+ note</source>
        <translation>+ Notiz</translation>
    </message>
</context>
<context>
    <name>NotesPanel</name>
    <message>
        <source>A note on this paper</source>
        <translation>Eine Notiz zu dieser Arbeit</translation>
    </message>
    <message>
        <source>Copy all as Markdown</source>
        <translation>Alles als Markdown kopieren</translation>
    </message>
    <message>
        <source>Select words on a page and press H to highlight them.</source>
        <translation>Wählen Sie Wörter auf einer Seite und drücken Sie H, um sie zu markieren.</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>Highlights and notes are on the clipboard.</source>
        <translation>Markierungen und Notizen liegen in der Zwischenablage.</translation>
    </message>
</context>
<context>
    <name>OpenPapers</name>
    <message>
        <source>Open papers</source>
        <translation>Offene Arbeiten</translation>
    </message>
    <message>
        <source>Close {0}</source>
        <translation>{0} schließen</translation>
    </message>
</context>
<context>
    <name>OutlinePanel</name>
    <message>
        <source>Sections</source>
        <translation>Abschnitte</translation>
    </message>
    <message>
        <source>No sections were found in this paper.</source>
        <translation>In dieser Arbeit wurden keine Abschnitte gefunden.</translation>
    </message>
</context>
<context>
    <name>PageView</name>
    <message>
        <source>Pages</source>
        <translation>Seiten</translation>
    </message>
</context>
<context>
    <name>PaperActions</name>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>Put into collection</source>
        <translation>In Sammlung legen</translation>
    </message>
    <message>
        <source>Papers</source>
        <translation>Arbeiten</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>Lesen</translation>
    </message>
    <message>
        <source>Ask about these papers</source>
        <translation>Zu diesen Arbeiten fragen</translation>
    </message>
    <message>
        <source>Star, or take the star away</source>
        <translation>Stern setzen oder wegnehmen</translation>
    </message>
    <message>
        <source>Mark as to read</source>
        <translation>Als zu lesen merken</translation>
    </message>
    <message>
        <source>Mark as read</source>
        <translation>Als gelesen merken</translation>
    </message>
    <message>
        <source>Add a tag</source>
        <translation>Schlagwort hinzufügen</translation>
    </message>
    <message>
        <source>Write a note</source>
        <translation>Notiz schreiben</translation>
    </message>
    <message>
        <source>Edit details</source>
        <translation>Angaben bearbeiten</translation>
    </message>
    <message>
        <source>Save a copy of the file …</source>
        <translation>Kopie der Datei sichern …</translation>
    </message>
    <message>
        <source>Open in the system&apos;s viewer</source>
        <translation>Im Betrachter des Systems öffnen</translation>
    </message>
    <message>
        <source>Copy as BibTeX</source>
        <translation>Als BibTeX kopieren</translation>
    </message>
    <message>
        <source>Show in the lineage</source>
        <translation>In der Herkunft zeigen</translation>
    </message>
    <message>
        <source>Print …</source>
        <translation>Drucken …</translation>
    </message>
    <message>
        <source>A copy with the highlights …</source>
        <translation>Eine Kopie mit den Markierungen …</translation>
    </message>
    <message>
        <source>Take out of this collection</source>
        <translation>Aus dieser Sammlung nehmen</translation>
    </message>
    <message>
        <source>Put into the bin</source>
        <translation>In den Papierkorb legen</translation>
    </message>
    <message>
        <source>Take out of the bin</source>
        <translation>Aus dem Papierkorb nehmen</translation>
    </message>
    <message>
        <source>Delete for good</source>
        <translation>Endgültig löschen</translation>
    </message>
    <message>
        <source>Export as {0} …</source>
        <translation>Als {0} exportieren …</translation>
    </message>
    <message numerus="yes">
        <source>Delete %n paper(s) for good, with notes and highlights? This cannot be undone.</source>
        <translation>
            <numerusform>%n Arbeit endgültig löschen, mit Notizen und Markierungen? Das lässt sich nicht rückgängig machen.</numerusform>
            <numerusform>%n Arbeiten endgültig löschen, mit Notizen und Markierungen? Das lässt sich nicht rückgängig machen.</numerusform>
        </translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Where to</source>
        <translation>Wohin</translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) saved.</source>
        <translation>
            <numerusform>%n Datei gesichert.</numerusform>
            <numerusform>%n Dateien gesichert.</numerusform>
        </translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>Copied as BibTeX.</source>
        <translation>Als BibTeX kopiert.</translation>
    </message>
    <message>
        <source>Export as {0}</source>
        <translation>Als {0} exportieren</translation>
    </message>
    <message>
        <source>Show in the file manager</source>
        <translation>In der Dateiverwaltung zeigen</translation>
    </message>
    <message>
        <source>Add code, data or a supplement …</source>
        <translation>Code, Daten oder einen Anhang hinzufügen …</translation>
    </message>
    <message>
        <source>Read for methods with a model …</source>
        <translation>Mit einem Modell auf Methoden lesen …</translation>
    </message>
</context>
<context>
    <name>PaperCard</name>
    <message>
        <source>{0} of the walk</source>
        <translation>{0} des Gangs</translation>
    </message>
    <message numerus="yes">
        <source>It has too many links: the weakest %n were not followed.</source>
        <translation>
            <numerusform>Sie hat zu viele Verbindungen: die schwächste wurde nicht verfolgt.</numerusform>
            <numerusform>Sie hat zu viele Verbindungen: die schwächsten %n wurden nicht verfolgt.</numerusform>
        </translation>
    </message>
    <message>
        <source>Cited by, in your library</source>
        <translation>Zitiert von, in Ihrer Bibliothek</translation>
    </message>
    <message>
        <source>Cites, among what was explored</source>
        <translation>Zitiert, unter dem Erkundeten</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>Lesen</translation>
    </message>
    <message>
        <source>Show in library</source>
        <translation>In der Bibliothek zeigen</translation>
    </message>
    <message>
        <source>Citation graph</source>
        <translation>Zitationsgraph</translation>
    </message>
    <message>
        <source>Focus</source>
        <translation>In den Mittelpunkt</translation>
    </message>
    <message>
        <source>pruned</source>
        <translation>beschnitten</translation>
    </message>
    <message>
        <source>Why: the citing sentences and the claims of both, with their pages</source>
        <translation>Warum: die zitierenden Sätze und die Behauptungen beider, mit ihren Seiten</translation>
    </message>
</context>
<context>
    <name>PaperColumns</name>
    <message>
        <source>Choose columns</source>
        <extracomment>the engine&apos;s word for the sorting, and whether it descends</extracomment>
        <translation>Spalten wählen</translation>
    </message>
</context>
<context>
    <name>PaperDetails</name>
    <message>
        <source>Untitled</source>
        <translation>Ohne Titel</translation>
    </message>
    <message>
        <source>No description yet.</source>
        <translation>Noch keine Beschreibung.</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>Lesen</translation>
    </message>
    <message>
        <source>Ask</source>
        <translation>Fragen</translation>
    </message>
    <message>
        <source>Star</source>
        <translation>Stern</translation>
    </message>
    <message>
        <source>Edit details</source>
        <translation>Angaben bearbeiten</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Mehr</translation>
    </message>
    <message>
        <source>Description</source>
        <translation>Beschreibung</translation>
    </message>
    <message numerus="yes">
        <source>%n page(s)</source>
        <translation>
            <numerusform>%n Seite</numerusform>
            <numerusform>%n Seiten</numerusform>
        </translation>
    </message>
    <message>
        <source>+ tag</source>
        <translation>+ Schlagwort</translation>
    </message>
    <message>
        <source>No structure yet</source>
        <translation>Noch kein Aufbau</translation>
    </message>
    <message>
        <source>Structure</source>
        <translation>Aufbau</translation>
    </message>
    <message>
        <source>{0} of {1} titles verified</source>
        <translation>{0} von {1} Titeln bestätigt</translation>
    </message>
    <message numerus="yes">
        <source>%n file(s)</source>
        <translation>
            <numerusform>%n Datei</numerusform>
            <numerusform>%n Dateien</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PaperPreview</name>
    <message>
        <source>Quick look</source>
        <translation>Schneller Blick</translation>
    </message>
    <message>
        <source>← → pages   ↑ ↓ papers   Enter reads   Space closes</source>
        <translation>← → Seiten   ↑ ↓ Arbeiten   Enter liest   Leertaste schließt</translation>
    </message>
    <message>
        <source>p. {0} of {1}</source>
        <translation>S. {0} von {1}</translation>
    </message>
</context>
<context>
    <name>PaperTable</name>
    <message>
        <source>Papers</source>
        <extracomment>Titles keep this much room; columns give way in this order.</extracomment>
        <translation>Arbeiten</translation>
    </message>
</context>
<context>
    <name>PaperTableModel</name>
    <message>
        <source>Title</source>
        <extracomment>What the engine calls the order of a column; columns without one cannot be sorted by.</extracomment>
        <translation>Titel</translation>
    </message>
    <message>
        <source>Authors</source>
        <translation>Autoren</translation>
    </message>
    <message>
        <source>Year</source>
        <translation>Jahr</translation>
    </message>
    <message>
        <source>Venue</source>
        <translation>Ort</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>Seiten</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>Stand</translation>
    </message>
    <message>
        <source>Added</source>
        <translation>Hinzugefügt</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>Lektüre</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>Schlagwörter</translation>
    </message>
</context>
<context>
    <name>PassView</name>
    <message>
        <source>Path</source>
        <translation>Pfad</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>Urteil</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>Aktion</translation>
    </message>
    <message>
        <source>Ended</source>
        <translation>Abbruch</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modelle</translation>
    </message>
    <message>
        <source>Because</source>
        <translation>Weil</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>Plan</translation>
    </message>
    <message>
        <source>1 earlier path could be used</source>
        <translation>1 früherer Pfad stand zur Verfügung</translation>
    </message>
    <message>
        <source>{0} earlier paths could be used</source>
        <translation>{0} frühere Pfade standen zur Verfügung</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Gedächtnis</translation>
    </message>
    <message>
        <source>Evidence</source>
        <translation>Belege</translation>
    </message>
    <message>
        <source>Nothing was found there.</source>
        <translation>Dort fand sich nichts.</translation>
    </message>
</context>
<context>
    <name>PathPanel</name>
    <message>
        <source>Path of citations</source>
        <translation>Pfad der Zitate</translation>
    </message>
    <message>
        <source>Choose the paper where it is to end.</source>
        <translation>Die Arbeit wählen, bei der er enden soll.</translation>
    </message>
    <message>
        <source>No path of citations joins them.</source>
        <translation>Kein Pfad von Zitaten verbindet sie.</translation>
    </message>
    <message>
        <source>cites</source>
        <translation>zitiert</translation>
    </message>
    <message>
        <source>is cited by</source>
        <translation>wird zitiert von</translation>
    </message>
    <message>
        <source>p. {0}</source>
        <translation>S. {0}</translation>
    </message>
</context>
<context>
    <name>PlanPanel</name>
    <message>
        <source>Start</source>
        <translation>Beginnen</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
    <message>
        <source>Looking ahead …</source>
        <translation>Schaut voraus …</translation>
    </message>
    <message>
        <source>The plan</source>
        <translation>Der Plan</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} von {1}</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>How this was found</source>
        <translation>So wurde es gefunden</translation>
    </message>
    <message>
        <source>Starting …</source>
        <translation>Beginnt …</translation>
    </message>
</context>
<context>
    <name>ProgressStrip</name>
    <message>
        <source>Progress</source>
        <extracomment>A message that says how many of how many already. The kind of job that reads files; the others are called by what they make. what a job is called, where its counts do not say what is done</extracomment>
        <translation>Fortschritt</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>{0} of {1} {2}</source>
        <translation>{0} von {1} {2}</translation>
    </message>
    <message>
        <source>files</source>
        <translation>Dateien</translation>
    </message>
    <message>
        <source>pages</source>
        <translation>Seiten</translation>
    </message>
    <message>
        <source>papers</source>
        <translation>Arbeiten</translation>
    </message>
    <message>
        <source>Paused; what is done stays.</source>
        <translation>Angehalten; was fertig ist, bleibt.</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Reading {0}</source>
        <translation>{0} wird gelesen</translation>
    </message>
    <message>
        <source>{0} …</source>
        <translation>{0} …</translation>
    </message>
    <message>
        <source>{0}: {1}</source>
        <translation>{0}: {1}</translation>
    </message>
    <message>
        <source>Done.</source>
        <translation>Fertig.</translation>
    </message>
    <message>
        <source>Ended by an error; Jobs says which.</source>
        <translation>Mit einem Fehler beendet; unter Aufträge steht, mit welchem.</translation>
    </message>
    <message>
        <source>Stopped; what is done stays.</source>
        <translation>Angehalten; was fertig ist, bleibt.</translation>
    </message>
    <message>
        <source>themes</source>
        <translation>Themen</translation>
    </message>
</context>
<context>
    <name>ProvenanceView</name>
    <message>
        <source>Along the years</source>
        <translation>Nach Jahren</translation>
    </message>
    <message>
        <source>Supporting edges</source>
        <translation>Stützende Kanten</translation>
    </message>
    <message>
        <source>No methods yet</source>
        <translation>Noch keine Methoden</translation>
    </message>
    <message>
        <source>Provenance of methods</source>
        <translation>Herkunft der Methoden</translation>
    </message>
    <message>
        <source>Choose a method to see where it comes from and what builds on it; choose a line to read why.

Arrow keys go from method to method, Space folds a branch, + and − change the size, 0 shows everything, Enter focuses.</source>
        <translation>Eine Methode wählen, um zu sehen, woher sie kommt und was darauf baut; eine Linie wählen, um zu lesen, warum.

Pfeiltasten führen von Methode zu Methode, die Leertaste klappt einen Zweig ein, + und − ändern die Größe, 0 zeigt alles, Enter rückt in den Mittelpunkt.</translation>
    </message>
    <message>
        <source>Look for methods</source>
        <translation>Methoden suchen</translation>
    </message>
    <message>
        <source>Methods appear here as papers are read, with what each one comes from.</source>
        <translation>Methoden erscheinen hier, wenn Arbeiten gelesen werden, mit dem, woher jede kommt.</translation>
    </message>
    <message>
        <source>Looking for methods …</source>
        <translation>Methoden werden gesucht …</translation>
    </message>
    <message>
        <source>This goes on while you work elsewhere.</source>
        <translation>Das geht weiter, während Sie anderswo arbeiten.</translation>
    </message>
    <message>
        <source>Choose the method that is the same one; Esc leaves it.</source>
        <translation>Die Methode wählen, die dieselbe ist; Esc lässt es.</translation>
    </message>
    <message>
        <source>{0} mentions, comes from {1}, built on by {2}</source>
        <translation>{0} Nennungen, kommt von {1}, darauf bauen {2}</translation>
    </message>
    <message>
        <source>{0} is compared with {1}</source>
        <translation>{0} wird mit {1} verglichen</translation>
    </message>
    <message>
        <source>{0} comes from {1}, {2} of 5</source>
        <translation>{0} kommt von {1}, {2} von 5</translation>
    </message>
    <message>
        <source>Colour of methods</source>
        <translation>Farbe der Methoden</translation>
    </message>
    <message>
        <source>Colour: year</source>
        <translation>Farbe: Jahr</translation>
    </message>
    <message>
        <source>Colour: paper</source>
        <translation>Farbe: Arbeit</translation>
    </message>
    <message>
        <source>colour: paper</source>
        <translation>Farbe: Arbeit</translation>
    </message>
    <message>
        <source>Read with a model …</source>
        <translation>Mit einem Modell lesen …</translation>
    </message>
    <message numerus="yes">
        <source>Look for methods in %n paper(s)</source>
        <translation>
            <numerusform>In %n Arbeit nach Methoden suchen</numerusform>
            <numerusform>In %n Arbeiten nach Methoden suchen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The methods of %n paper(s) were not looked for yet.</source>
        <translation>
            <numerusform>In %n Arbeit wurde noch nicht nach Methoden gesucht.</numerusform>
            <numerusform>In %n Arbeiten wurde noch nicht nach Methoden gesucht.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>A model&apos;s reading: %n to review</source>
        <translation>
            <numerusform>Vom Modell gelesen: %n durchzusehen</numerusform>
            <numerusform>Vom Modell gelesen: %n durchzusehen</numerusform>
        </translation>
    </message>
    <message>
        <source>{0} of {1} methods, {2} derivations</source>
        <translation>{0} von {1} Methoden, {2} Herleitungen</translation>
    </message>
    <message>
        <source>→ leads to what was derived, the thicker the stronger</source>
        <translation>→ führt zum Hergeleiteten, je dicker, desto stärker</translation>
    </message>
    <message>
        <source>Methods without a derivation are not drawn here; they stand in Themes.</source>
        <translation>Methoden ohne Herleitung sind hier nicht gezeichnet; sie stehen unter „Themen“.</translation>
    </message>
    <message>
        <source>hollow: year not known</source>
        <translation>hohl: Jahr unbekannt</translation>
    </message>
    <message>
        <source>colour: year, from {0} (grey) to {1} (green)</source>
        <translation>Farbe: Jahr, von {0} (grau) bis {1} (grün)</translation>
    </message>
    <message>
        <source>green: {0}</source>
        <translation>grün: {0}</translation>
    </message>
</context>
<context>
    <name>Rail</name>
    <message>
        <source>Places</source>
        <translation>Orte</translation>
    </message>
</context>
<context>
    <name>ReaderBar</name>
    <message>
        <source>Back (Alt+Left)</source>
        <extracomment>Below this width the printed page number is left to the tool tip.</extracomment>
        <translation>Zurück (Alt+Links)</translation>
    </message>
    <message>
        <source>Forward (Alt+Right)</source>
        <translation>Vor (Alt+Rechts)</translation>
    </message>
    <message>
        <source>Page number</source>
        <translation>Seitenzahl</translation>
    </message>
    <message>
        <source>This page has no text of its own. Its words were recognised in its picture and may hold mistakes: compare what you quote with the page.</source>
        <translation>Diese Seite hat keinen eigenen Text. Ihre Wörter wurden in ihrem Bild erkannt und können Fehler enthalten: Vergleichen Sie, was Sie zitieren, mit der Seite.</translation>
    </message>
    <message>
        <source>Open in the reader</source>
        <translation>Im Leser öffnen</translation>
    </message>
    <message>
        <source>Find (Ctrl+F)</source>
        <translation>Suchen (Strg+F)</translation>
    </message>
    <message>
        <source>Smaller (Ctrl+-)</source>
        <translation>Kleiner (Strg+-)</translation>
    </message>
    <message>
        <source>Larger (Ctrl++)</source>
        <translation>Größer (Strg++)</translation>
    </message>
    <message>
        <source>Outline and pages (F9)</source>
        <translation>Gliederung und Seiten (F9)</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Mehr</translation>
    </message>
    <message>
        <source>p. {0} of {1}</source>
        <translation>S. {0} von {1}</translation>
    </message>
    <message>
        <source> · printed {0}</source>
        <translation> · gedruckt {0}</translation>
    </message>
    <message>
        <source>Go to a page (Ctrl+G)</source>
        <translation>Zu einer Seite (Strg+G)</translation>
    </message>
    <message>
        <source>quote found on this page</source>
        <translation>Zitat auf dieser Seite gefunden</translation>
    </message>
    <message>
        <source>quote found in a picture</source>
        <translation>Zitat in einem Bild gefunden</translation>
    </message>
    <message>
        <source>quote is on another page</source>
        <translation>Zitat steht auf einer anderen Seite</translation>
    </message>
    <message>
        <source>quote not found on this page</source>
        <translation>Zitat auf dieser Seite nicht gefunden</translation>
    </message>
</context>
<context>
    <name>ReaderNotice</name>
    <message>
        <source>Locate …</source>
        <translation>Suchen …</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
</context>
<context>
    <name>ReaderPanel</name>
    <message>
        <source>No paper is open</source>
        <translation>Keine Arbeit ist offen</translation>
    </message>
    <message>
        <source>Choose a paper in the library and press Enter, or click a citation in an answer.</source>
        <translation>Wählen Sie in der Bibliothek eine Arbeit und drücken Sie die Eingabetaste, oder klicken Sie in einer Antwort auf einen Beleg.</translation>
    </message>
    <message>
        <source>Go to the library</source>
        <translation>Zur Bibliothek</translation>
    </message>
    <message>
        <source>Go to page</source>
        <translation>Zu Seite</translation>
    </message>
    <message>
        <source>Outline and pages</source>
        <translation>Gliederung und Seiten</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>Vor</translation>
    </message>
    <message>
        <source>Close this paper</source>
        <translation>Diese Arbeit schließen</translation>
    </message>
    <message>
        <source>Show in library</source>
        <translation>In der Bibliothek zeigen</translation>
    </message>
</context>
<context>
    <name>ReaderTools</name>
    <message>
        <source>Find in this paper</source>
        <extracomment>Whether pages are dark whatever the theme is; None while they follow it.</extracomment>
        <translation>In dieser Arbeit suchen</translation>
    </message>
    <message>
        <source>Next match</source>
        <translation>Nächster Treffer</translation>
    </message>
    <message>
        <source>Previous match</source>
        <translation>Voriger Treffer</translation>
    </message>
    <message>
        <source>Find in the library</source>
        <translation>In der Bibliothek suchen</translation>
    </message>
    <message>
        <source>Larger</source>
        <translation>Größer</translation>
    </message>
    <message>
        <source>Smaller</source>
        <translation>Kleiner</translation>
    </message>
    <message>
        <source>Fit width</source>
        <translation>Auf Breite</translation>
    </message>
    <message>
        <source>Whole page</source>
        <translation>Ganze Seite</translation>
    </message>
    <message>
        <source>One page at a time</source>
        <translation>Seite für Seite</translation>
    </message>
    <message>
        <source>Rotate</source>
        <translation>Drehen</translation>
    </message>
    <message>
        <source>Dark pages</source>
        <translation>Dunkle Seiten</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copy with citation</source>
        <translation>Mit Beleg kopieren</translation>
    </message>
    <message>
        <source>Copy \cite{…}</source>
        <translation>\cite{…} kopieren</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>Alles wählen</translation>
    </message>
    <message>
        <source>Highlight</source>
        <translation>Markieren</translation>
    </message>
    <message>
        <source>Figures, tables and equations</source>
        <translation>Abbildungen, Tabellen und Gleichungen</translation>
    </message>
    <message>
        <source>Highlights and notes</source>
        <translation>Markierungen und Notizen</translation>
    </message>
    <message>
        <source>Ask about this paper</source>
        <translation>Zu dieser Arbeit fragen</translation>
    </message>
    <message>
        <source>Print …</source>
        <translation>Drucken …</translation>
    </message>
    <message>
        <source>Save a copy with the highlights …</source>
        <translation>Eine Kopie mit den Markierungen speichern …</translation>
    </message>
    <message>
        <source>The system has no viewer for this file.</source>
        <translation>Das System hat keinen Betrachter für diese Datei.</translation>
    </message>
    <message>
        <source>Reader</source>
        <translation>Lesen</translation>
    </message>
    <message>
        <source>Open in the system viewer, at this page</source>
        <translation>Auf dieser Seite im Betrachter des Systems öffnen</translation>
    </message>
    <message>
        <source>References</source>
        <translation>Literaturverzeichnis</translation>
    </message>
</context>
<context>
    <name>ReadingPage</name>
    <message>
        <source>Papers to read</source>
        <extracomment>Papers that are listed at once, and lines of each before it is asked for. which count of the cost is the last one</extracomment>
        <translation>Zu lesende Arbeiten</translation>
    </message>
    <message>
        <source>Take over all</source>
        <translation>Alles übernehmen</translation>
    </message>
    <message>
        <source>and {0} more</source>
        <translation>und {0} weitere</translation>
    </message>
    <message>
        <source>All papers</source>
        <translation>Alle Arbeiten</translation>
    </message>
    <message>
        <source>Tag: {0}</source>
        <translation>Schlagwort: {0}</translation>
    </message>
    <message>
        <source>{0} more</source>
        <translation>{0} weitere</translation>
    </message>
    <message>
        <source>Take over</source>
        <translation>Übernehmen</translation>
    </message>
    <message>
        <source>Take over: {0}</source>
        <translation>Übernehmen: {0}</translation>
    </message>
    <message>
        <source>{0} of 5</source>
        <translation>{0} von 5</translation>
    </message>
    <message>
        <source>Back to the rules</source>
        <translation>Zurück zu den Regeln</translation>
    </message>
    <message>
        <source>Nothing was left to take over: it counts already, or the paper was read anew.</source>
        <translation>Es war nichts mehr zu übernehmen: Es gilt schon, oder die Arbeit wurde neu gelesen.</translation>
    </message>
    <message>
        <source>A language model reads papers for methods and derivations that the rules do not see. What it finds is shown here first; nothing changes until you take it over.</source>
        <translation>Ein Sprachmodell liest Arbeiten auf Methoden und Herleitungen durch, die die Regeln nicht sehen. Was es findet, steht erst hier; nichts ändert sich, bevor es übernommen ist.</translation>
    </message>
    <message>
        <source>Read with a model</source>
        <translation>Mit einem Modell lesen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message numerus="yes">
        <source>To review: %n paper(s)</source>
        <translation>
            <numerusform>Durchzusehen: %n Arbeit</numerusform>
            <numerusform>Durchzusehen: %n Arbeiten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Selection: %n paper(s)</source>
        <translation>
            <numerusform>Auswahl: %n Arbeit</numerusform>
            <numerusform>Auswahl: %n Arbeiten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Read by {0}; %n method(s) stay as they are.</source>
        <translation>
            <numerusform>Gelesen von {0}; %n Methode bleibt, wie sie ist.</numerusform>
            <numerusform>Gelesen von {0}; %n Methoden bleiben, wie sie sind.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n item(s) of its answer were refused.</source>
        <translation>
            <numerusform>%n Angabe seiner Antwort wurde abgelehnt.</numerusform>
            <numerusform>%n Angaben seiner Antwort wurden abgelehnt.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n segment(s) were done by rules after all.</source>
        <translation>
            <numerusform>%n Abschnitt haben doch die Regeln gelesen.</numerusform>
            <numerusform>%n Abschnitte haben doch die Regeln gelesen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>What the model found counts now in %n paper(s).</source>
        <translation>
            <numerusform>Was das Modell fand, gilt jetzt in %n Arbeit.</numerusform>
            <numerusform>Was das Modell fand, gilt jetzt in %n Arbeiten.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Back to the rules in %n paper(s)</source>
        <translation>
            <numerusform>Zurück zu den Regeln in %n Arbeit</numerusform>
            <numerusform>Zurück zu den Regeln in %n Arbeiten</numerusform>
        </translation>
    </message>
    <message>
        <source>Leave it</source>
        <translation>Lassen</translation>
    </message>
    <message>
        <source>Leave it: {0}</source>
        <translation>Lassen: {0}</translation>
    </message>
    <message>
        <source>Left as it is: {0}</source>
        <translation>Gelassen, wie es ist: {0}</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Read every segment</source>
        <translation>Jeden Abschnitt lesen</translation>
    </message>
    <message>
        <source>Every segment, not only the telling ones; that takes longer</source>
        <translation>Jeden Abschnitt, nicht nur die aussagekräftigen; das dauert länger</translation>
    </message>
    <message>
        <source>Read by {0}.</source>
        <translation>Gelesen von {0}.</translation>
    </message>
</context>
<context>
    <name>ReferenceList</name>
    <message>
        <source>References</source>
        <translation>Literaturverzeichnis</translation>
    </message>
    <message>
        <source>{0} entries, {1} of them in the library</source>
        <translation>{0} Einträge, {1} davon in der Bibliothek</translation>
    </message>
    <message>
        <source>No list of references was found in this paper.</source>
        <translation>In dieser Arbeit wurde kein Literaturverzeichnis gefunden.</translation>
    </message>
    <message>
        <source>in the library</source>
        <translation>in der Bibliothek</translation>
    </message>
    <message>
        <source>may be in the library</source>
        <translation>vielleicht in der Bibliothek</translation>
    </message>
    <message>
        <source>background</source>
        <translation>Hintergrund</translation>
    </message>
    <message>
        <source>used</source>
        <translation>verwendet</translation>
    </message>
    <message>
        <source>compared</source>
        <translation>verglichen</translation>
    </message>
    <message>
        <source>contrasted</source>
        <translation>abgegrenzt</translation>
    </message>
    <message>
        <source>support</source>
        <translation>Stütze</translation>
    </message>
    <message>
        <source>extended</source>
        <translation>weitergeführt</translation>
    </message>
    <message>
        <source>p. {0}: {1}</source>
        <translation>S. {0}: {1}</translation>
    </message>
</context>
<context>
    <name>RefusedDetails</name>
    <message>
        <source>Try again</source>
        <translation>Noch einmal versuchen</translation>
    </message>
    <message>
        <source>Show the file</source>
        <translation>Datei zeigen</translation>
    </message>
</context>
<context>
    <name>ResultsPanel</name>
    <message>
        <source>What was found</source>
        <extracomment>Title, people and year, why. Works to get that are listed before &quot;more&quot; is pressed.</extracomment>
        <translation>Was gefunden wurde</translation>
    </message>
    <message>
        <source>Papers by rank</source>
        <translation>Arbeiten nach Rang</translation>
    </message>
    <message>
        <source>Works to get</source>
        <translation>Zu beschaffende Werke</translation>
    </message>
    <message>
        <source>Papers that no seed leads to</source>
        <translation>Arbeiten, zu denen keine Ausgangsarbeit führt</translation>
    </message>
    <message>
        <source>Papers {0}</source>
        <translation>Arbeiten {0}</translation>
    </message>
    <message>
        <source>To get {0}</source>
        <translation>Beschaffen {0}</translation>
    </message>
    <message>
        <source>Apart {0}</source>
        <translation>Abseits {0}</translation>
    </message>
    <message>
        <source>Not ranked, as it was stopped; what was judged is kept.</source>
        <translation>Ohne Rang, da angehalten; was beurteilt ist, bleibt erhalten.</translation>
    </message>
    <message>
        <source>No paper was reached.</source>
        <translation>Keine Arbeit wurde erreicht.</translation>
    </message>
    <message>
        <source>No work outside of your library is central here.</source>
        <translation>Kein Werk außerhalb Ihrer Bibliothek ist hier zentral.</translation>
    </message>
    <message>
        <source>They fit the question well, but no citation leads there from a seed. Not ranked.</source>
        <translation>Sie passen gut zur Frage, aber kein Zitat führt von einer Ausgangsarbeit dorthin. Ohne Rang.</translation>
    </message>
    <message>
        <source>No paper fits the question well without being reached.</source>
        <translation>Keine Arbeit passt gut zur Frage, ohne erreicht zu werden.</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Save …</source>
        <translation>Speichern …</translation>
    </message>
    <message>
        <source>Show {0} more</source>
        <translation>{0} weitere zeigen</translation>
    </message>
    <message>
        <source>How much of the walk from the seeds comes by each paper. Seeds: {0} of {1}.</source>
        <translation>Wie viel des Gangs von den Ausgangsarbeiten bei jeder Arbeit vorbeikommt. Ausgangsarbeiten: {0} von {1}.</translation>
    </message>
    <message>
        <source>Not in your library; what most papers found here cite comes first. The first {0} are copied or saved.</source>
        <translation>Nicht in Ihrer Bibliothek; was die meisten hier gefundenen Arbeiten zitieren, steht zuerst. Kopiert oder gespeichert werden die ersten {0}.</translation>
    </message>
</context>
<context>
    <name>ScopeButton</name>
    <message>
        <source>All papers</source>
        <extracomment>Pixels that a name gets at least, and those of the button around it.</extracomment>
        <translation>Alle Arbeiten</translation>
    </message>
    <message>
        <source>Scope of the question: all papers</source>
        <translation>Bereich der Frage: alle Arbeiten</translation>
    </message>
    <message>
        <source>Scope of the question: {0}</source>
        <translation>Bereich der Frage: {0}</translation>
    </message>
    <message>
        <source>Collection</source>
        <translation>Sammlung</translation>
    </message>
    <message>
        <source>Tag</source>
        <translation>Schlagwort</translation>
    </message>
</context>
<context>
    <name>SearchPanel</name>
    <message>
        <source>Search results</source>
        <translation>Suchergebnisse</translation>
    </message>
    <message>
        <source>“{0}”</source>
        <translation>„{0}“</translation>
    </message>
    <message>
        <source>Searching …</source>
        <translation>Sucht …</translation>
    </message>
    <message>
        <source>All papers</source>
        <translation>Alle Arbeiten</translation>
    </message>
    <message>
        <source>Keep this search</source>
        <translation>Suche behalten</translation>
    </message>
    <message>
        <source>Ask this</source>
        <translation>Dies fragen</translation>
    </message>
    <message>
        <source>Not in your library</source>
        <translation>Nicht in Ihrer Bibliothek</translation>
    </message>
    <message>
        <source>No paper and no passage fits this search.</source>
        <translation>Keine Arbeit und keine Stelle passt zu dieser Suche.</translation>
    </message>
    <message>
        <source>The search ended</source>
        <translation>Die Suche endete</translation>
    </message>
    <message>
        <source>p. {0}</source>
        <translation>S. {0}</translation>
    </message>
</context>
<context>
    <name>SectionDelegate</name>
    <message>
        <source>p. {0}</source>
        <translation>S. {0}</translation>
    </message>
</context>
<context>
    <name>SectionTreeModel</name>
    <message>
        <source>title found on its page</source>
        <translation>Titel auf seiner Seite gefunden</translation>
    </message>
    <message>
        <source>title not found on its page</source>
        <translation>Titel auf seiner Seite nicht gefunden</translation>
    </message>
    <message>
        <source>p. {0}</source>
        <translation>S. {0}</translation>
    </message>
</context>
<context>
    <name>SelectionBar</name>
    <message>
        <source>Highlight (H)</source>
        <translation>Markieren (H)</translation>
    </message>
    <message>
        <source>Copy with citation (Ctrl+Shift+C)</source>
        <translation>Mit Beleg kopieren (Strg+Umschalt+C)</translation>
    </message>
    <message>
        <source>Add a claim that rests on these words</source>
        <translation>Eine Behauptung hinzufügen, die sich auf diese Wörter stützt</translation>
    </message>
    <message>
        <source>Ask about these words</source>
        <translation>Zu diesen Wörtern fragen</translation>
    </message>
</context>
<context>
    <name>SentenceRow</name>
    <message>
        <source>p. {0}</source>
        <translation>S. {0}</translation>
    </message>
    <message>
        <source>Show the page with these words lit</source>
        <translation>Die Seite mit diesen Worten zeigen</translation>
    </message>
</context>
<context>
    <name>SentenceView</name>
    <message>
        <source>against it:</source>
        <translation>dagegen:</translation>
    </message>
    <message>
        <source>no quote found on any page read</source>
        <translation>auf keiner gelesenen Seite ein Zitat gefunden</translation>
    </message>
</context>
<context>
    <name>Session</name>
    <message>
        <source>Undone: {0}</source>
        <translation>Rückgängig gemacht: {0}</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
</context>
<context>
    <name>SettingsPanel</name>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>Aussehen</translation>
    </message>
    <message>
        <source>Library</source>
        <translation>Bibliothek</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>Grenzen</translation>
    </message>
    <message>
        <source>Privacy</source>
        <translation>Vertraulichkeit</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Tasten</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>Wie das System</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>Farben</translation>
    </message>
    <message>
        <source>Text size</source>
        <translation>Schriftgröße</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Move …</source>
        <translation>Verlegen …</translation>
    </message>
    <message>
        <source>Open another …</source>
        <translation>Andere öffnen …</translation>
    </message>
    <message>
        <source>Merge another in …</source>
        <translation>Andere aufnehmen …</translation>
    </message>
    <message>
        <source>Leave imported files where they lie (otherwise copies are kept)</source>
        <translation>Importierte Dateien liegen lassen, wo sie sind (sonst werden Kopien gehalten)</translation>
    </message>
    <message>
        <source>Open the last library at start</source>
        <translation>Beim Start die letzte Bibliothek öffnen</translation>
    </message>
    <message>
        <source>Files read at once</source>
        <translation>Gleichzeitig gelesene Dateien</translation>
    </message>
    <message>
        <source>Give a file up after</source>
        <translation>Eine Datei aufgeben nach</translation>
    </message>
    <message>
        <source>Memory a file may use</source>
        <translation>Speicher je Datei</translation>
    </message>
    <message>
        <source>Limits hold from the next time a library is opened.</source>
        <translation>Grenzen gelten ab dem nächsten Öffnen einer Bibliothek.</translation>
    </message>
    <message>
        <source>Nothing leaves this machine. Twintree opens a network connection only when you ask for a model to be fetched; since this start no connection was opened. The suite of tests proves it: it fails when any part of the program so much as looks up a host name.</source>
        <translation>Nichts verlässt diesen Rechner. Twintree öffnet nur dann eine Netzverbindung, wenn Sie ein Modell holen lassen; seit diesem Start wurde keine geöffnet. Die Tests beweisen es: Sie schlagen fehl, sobald ein Teil des Programms auch nur einen Rechnernamen nachschlägt.</translation>
    </message>
    <message>
        <source>Keys for {0}</source>
        <translation>Tasten für {0}</translation>
    </message>
    <message>
        <source>“{0}” has no keys any more.</source>
        <translation>„{0}“ hat keine Tasten mehr.</translation>
    </message>
    <message>
        <source>The language changes at the next start.</source>
        <translation>Die Sprache wechselt beim nächsten Start.</translation>
    </message>
    <message>
        <source>Nothing of yours leaves this machine. Twintree opens a network connection only when you ask for a model to be fetched, as you did since this start; no other connection was opened.</source>
        <translation>Nichts von Ihnen verlässt diesen Rechner. Twintree öffnet eine Netzverbindung nur, wenn Sie ein Modell holen lassen, wie seit diesem Start geschehen; eine andere wurde nicht geöffnet.</translation>
    </message>
</context>
<context>
    <name>ShortcutSheet</name>
    <message>
        <source>Keys</source>
        <translation>Tasten</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
</context>
<context>
    <name>ShownNote</name>
    <message>
        <source>Note</source>
        <extracomment>HTML stays what it looks like in the source: a note may come from another program. A line that ends within a paragraph ends there in the note as well: people who write notes mean that. Padding and border of the stylesheet, above and below the words.</extracomment>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>Click to edit</source>
        <translation>Zum Bearbeiten klicken</translation>
    </message>
</context>
<context>
    <name>SideList</name>
    <message>
        <source>Collections, tags and searches</source>
        <translation>Sammlungen, Schlagwörter und Suchen</translation>
    </message>
</context>
<context>
    <name>SidePanel</name>
    <message>
        <source>Outline</source>
        <translation>Gliederung</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>Seiten</translation>
    </message>
    <message>
        <source>Figures, tables and equations</source>
        <translation>Abbildungen, Tabellen und Gleichungen</translation>
    </message>
    <message>
        <source>Highlights and notes</source>
        <translation>Markierungen und Notizen</translation>
    </message>
    <message>
        <source>Find in the library</source>
        <translation>In der Bibliothek suchen</translation>
    </message>
    <message>
        <source>References</source>
        <translation>Literaturverzeichnis</translation>
    </message>
</context>
<context>
    <name>Sidebar</name>
    <message>
        <source>New collection</source>
        <translation>Neue Sammlung</translation>
    </message>
    <message>
        <source>Offline · no connection was opened</source>
        <translation>Offline · keine Verbindung geöffnet</translation>
    </message>
    <message>
        <source>New collection inside</source>
        <translation>Neue Sammlung darin</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Umbenennen</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Colour</source>
        <translation>Farbe</translation>
    </message>
</context>
<context>
    <name>SidebarDelegate</name>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
</context>
<context>
    <name>SidebarModel</name>
    <message>
        <source>Collections</source>
        <translation>Sammlungen</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>Schlagwörter</translation>
    </message>
    <message>
        <source>Saved searches</source>
        <translation>Gemerkte Suchen</translation>
    </message>
    <message>
        <source>All papers</source>
        <translation>Alle Arbeiten</translation>
    </message>
    <message>
        <source>Recently added</source>
        <translation>Zuletzt hinzugefügt</translation>
    </message>
    <message>
        <source>Starred</source>
        <translation>Mit Stern</translation>
    </message>
    <message>
        <source>To read</source>
        <translation>Zu lesen</translation>
    </message>
    <message>
        <source>Duplicates</source>
        <translation>Doppelte</translation>
    </message>
    <message>
        <source>Needs attention</source>
        <translation>Braucht Zuwendung</translation>
    </message>
    <message>
        <source>Bin</source>
        <translation>Papierkorb</translation>
    </message>
</context>
<context>
    <name>Stage</name>
    <message>
        <source>Selected in the tree</source>
        <translation>Im Baum gewählt</translation>
    </message>
    <message>
        <source>Find a name</source>
        <extracomment>stands beside the graph while nothing is selected</extracomment>
        <translation>Einen Namen finden</translation>
    </message>
    <message>
        <source>Find in the tree</source>
        <translation>Im Baum finden</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>Alle zeigen</translation>
    </message>
    <message>
        <source>Everything in view (0)</source>
        <translation>Alles im Blick (0)</translation>
    </message>
    <message>
        <source>Save what is seen</source>
        <translation>Sichern, was zu sehen ist</translation>
    </message>
</context>
<context>
    <name>SteeringStrip</name>
    <message>
        <source>Answer again</source>
        <translation>Neu antworten</translation>
    </message>
    <message>
        <source>Take back</source>
        <translation>Zurücknehmen</translation>
    </message>
    <message>
        <source>{0}: {1}</source>
        <translation>{0}: {1}</translation>
    </message>
</context>
<context>
    <name>StructureTree</name>
    <message>
        <source>Structure</source>
        <translation>Aufbau</translation>
    </message>
</context>
<context>
    <name>TagChip</name>
    <message>
        <source>Tag {0}</source>
        <translation>Schlagwort {0}</translation>
    </message>
    <message>
        <source>{0} — Delete takes it off</source>
        <translation>{0} — Entf nimmt es weg</translation>
    </message>
</context>
<context>
    <name>TagField</name>
    <message>
        <source>tag</source>
        <translation>Schlagwort</translation>
    </message>
    <message>
        <source>New tag</source>
        <translation>Neues Schlagwort</translation>
    </message>
</context>
<context>
    <name>TaskRows</name>
    <message>
        <source>Who does this: {0}</source>
        <translation>Wer das tut: {0}</translation>
    </message>
    <message>
        <source>As for every task ({0})</source>
        <translation>Wie für jede Aufgabe ({0})</translation>
    </message>
    <message>
        <source>As for every task</source>
        <translation>Wie für jede Aufgabe</translation>
    </message>
    <message>
        <source>No model</source>
        <translation>Kein Modell</translation>
    </message>
    <message>
        <source>also unasked</source>
        <translation>auch ungefragt</translation>
    </message>
    <message>
        <source>A model may do this by itself, in the background, after papers were imported.</source>
        <translation>Ein Modell darf dies von selbst tun, im Hintergrund, nachdem Arbeiten importiert wurden.</translation>
    </message>
    <message>
        <source>Do this unasked: {0}</source>
        <translation>Ungefragt tun: {0}</translation>
    </message>
    <message>
        <source>No model here was found fit for anything so far: all is done without one.</source>
        <translation>Bisher wurde kein Modell hier für etwas geeignet befunden: Alles geschieht ohne eines.</translation>
    </message>
    <message>
        <source>Done without a model, since none here was found fit: {0}.</source>
        <translation>Ohne Modell, weil keines hier dafür geeignet ist: {0}.</translation>
    </message>
</context>
<context>
    <name>ThemeCard</name>
    <message>
        <source>Untitled</source>
        <translation>Ohne Titel</translation>
    </message>
    <message>
        <source>groups methods</source>
        <translation>fasst Methoden zusammen</translation>
    </message>
    <message>
        <source>groups themes</source>
        <translation>fasst Themen zusammen</translation>
    </message>
    <message>
        <source>{0} · {1} methods · {2} papers</source>
        <translation>{0} · {1} Methoden · {2} Arbeiten</translation>
    </message>
    <message>
        <source>Rename or note …</source>
        <translation>Umbenennen oder notieren …</translation>
    </message>
    <message>
        <source>Part of</source>
        <translation>Teil von</translation>
    </message>
    <message>
        <source>Themes in it</source>
        <translation>Themen darin</translation>
    </message>
    <message>
        <source>Methods</source>
        <translation>Methoden</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Titel</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
</context>
<context>
    <name>ThemesView</name>
    <message>
        <source>Themes</source>
        <translation>Themen</translation>
    </message>
    <message>
        <source>No themes yet</source>
        <translation>Noch keine Themen</translation>
    </message>
    <message>
        <source>Themes are made of the methods of the papers in the library.</source>
        <translation>Themen entstehen aus den Methoden der Arbeiten in der Bibliothek.</translation>
    </message>
    <message>
        <source>Choose a theme to read what belongs to it. Enter opens it, and on a method shows its card; Space folds a branch.</source>
        <translation>Ein Thema wählen, um zu lesen, was dazugehört. Enter öffnet es und zeigt bei einer Methode ihre Karte; die Leertaste klappt einen Zweig ein.</translation>
    </message>
    <message>
        <source>{0} themes   ·   size: methods in a theme</source>
        <extracomment>themes whose methods are drawn</extracomment>
        <translation>{0} Themen   ·   Größe: Methoden in einem Thema</translation>
    </message>
    <message>
        <source>{0}
theme · {1} methods</source>
        <translation>{0}
Thema · {1} Methoden</translation>
    </message>
    <message>
        <source>{0}
{1} · {2} mentions</source>
        <translation>{0}
{1} · {2} Nennungen</translation>
    </message>
    <message>
        <source>Describe with a model …</source>
        <translation>Mit einem Modell beschreiben …</translation>
    </message>
</context>
<context>
    <name>ThumbnailList</name>
    <message>
        <source>Pages as small pictures</source>
        <translation>Seiten als kleine Bilder</translation>
    </message>
</context>
<context>
    <name>ThumbnailModel</name>
    <message>
        <source>Page {0}</source>
        <translation>Seite {0}</translation>
    </message>
</context>
<context>
    <name>TracePanel</name>
    <message>
        <source>How this was found</source>
        <extracomment>Steps of the trace that stand before the targets or calls, and behind them; the others are told otherwise. So many targets are open at first.</extracomment>
        <translation>So wurde es gefunden</translation>
    </message>
    <message>
        <source>Left out</source>
        <translation>Weggelassen</translation>
    </message>
    <message>
        <source>Evidence</source>
        <translation>Belege</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>Aktion</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>Aufwand</translation>
    </message>
    <message>
        <source>{0}, chosen automatically: {1}</source>
        <translation>{0}, automatisch gewählt: {1}</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>Modus</translation>
    </message>
    <message>
        <source>Ended</source>
        <translation>Abbruch</translation>
    </message>
    <message>
        <source>1 thing is sought</source>
        <translation>1 Sache wird gesucht</translation>
    </message>
    <message>
        <source>{0} things are sought</source>
        <translation>{0} Dinge werden gesucht</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>Plan</translation>
    </message>
    <message>
        <source>the whole question</source>
        <translation>die ganze Frage</translation>
    </message>
    <message>
        <source>The steps of this run went with a paper that was deleted.</source>
        <translation>Die Schritte dieser Antwort gingen mit einer gelöschten Arbeit.</translation>
    </message>
    <message>
        <source>The question is put to {0} papers, one after the other</source>
        <translation>Die Frage geht an {0} Arbeiten, eine nach der anderen</translation>
    </message>
</context>
<context>
    <name>Trouble</name>
    <message>
        <source>This file could not be read.</source>
        <translation>Diese Datei war nicht lesbar.</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Noch einmal versuchen</translation>
    </message>
    <message>
        <source>Locate …</source>
        <translation>Suchen …</translation>
    </message>
</context>
<context>
    <name>TurnView</name>
    <message>
        <source>Looking through your papers …</source>
        <translation>Sieht Ihre Arbeiten durch …</translation>
    </message>
    <message>
        <source>What to do with this answer</source>
        <translation>Was mit dieser Antwort tun</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
    <message>
        <source>Compare with the answer before</source>
        <translation>Mit der Antwort davor vergleichen</translation>
    </message>
    <message>
        <source>This library is open for reading only, so the answer is not kept.</source>
        <translation>Diese Bibliothek ist nur zum Lesen geöffnet; die Antwort wird nicht aufbewahrt.</translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation>Abgebrochen.</translation>
    </message>
    <message>
        <source>This answer is incomplete: {0}</source>
        <translation>Diese Antwort ist unvollständig: {0}</translation>
    </message>
    <message>
        <source>no reason given</source>
        <translation>kein Grund genannt</translation>
    </message>
    <message>
        <source>Asked as: {0}</source>
        <translation>Gefragt als: {0}</translation>
    </message>
    <message>
        <source>extractive</source>
        <translation>wörtlich</translation>
    </message>
    <message>
        <source>written by a model</source>
        <translation>von einem Modell geschrieben</translation>
    </message>
    <message>
        <source>incomplete</source>
        <translation>unvollständig</translation>
    </message>
    <message>
        <source>Nothing was written from what was found so far. The steps up to there stand below; with fewer papers or in another mode the question may come through.</source>
        <translation>Aus dem bisher Gefundenen wurde nichts geschrieben. Die Schritte bis dahin stehen unten; mit weniger Arbeiten oder in einem anderen Modus kommt die Frage vielleicht durch.</translation>
    </message>
    <message>
        <source>Ask in mode {0}</source>
        <translation>Im Modus {0} fragen</translation>
    </message>
    <message>
        <source>Not in your library</source>
        <translation>Nicht in Ihrer Bibliothek</translation>
    </message>
    <message>
        <source>The nearest papers:</source>
        <translation>Die nächsten Arbeiten:</translation>
    </message>
    <message>
        <source>Open {0}, {1}</source>
        <translation>{0} öffnen, {1}</translation>
    </message>
    <message>
        <source>Ask again</source>
        <translation>Noch einmal fragen</translation>
    </message>
    <message>
        <source>not kept</source>
        <translation>nicht aufbewahrt</translation>
    </message>
</context>
<context>
    <name>WaitingList</name>
    <message>
        <source>To confirm</source>
        <translation>Zu bestätigen</translation>
    </message>
    <message>
        <source>Foundational and contrasting citations were read from cue words. Say whether they are right.</source>
        <translation>Grundlegende und abgrenzende Zitate wurden an Signalwörtern erkannt. Sagen Sie, ob das stimmt.</translation>
    </message>
    <message>
        <source>Nothing waits to be looked at.</source>
        <translation>Nichts wartet darauf, angesehen zu werden.</translation>
    </message>
    <message>
        <source>This is right</source>
        <translation>Das stimmt</translation>
    </message>
    <message>
        <source>Look closer</source>
        <translation>Genauer ansehen</translation>
    </message>
</context>
<context>
    <name>WatchedRows</name>
    <message>
        <source>Watched folder</source>
        <translation>Beobachteter Ordner</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Watch {0} no more</source>
        <translation>{0} nicht mehr beobachten</translation>
    </message>
    <message>
        <source>Watch a folder …</source>
        <translation>Ordner beobachten …</translation>
    </message>
    <message>
        <source>Watched folders</source>
        <translation>Beobachtete Ordner</translation>
    </message>
    <message>
        <source>Watch a folder</source>
        <translation>Ordner beobachten</translation>
    </message>
</context>
<context>
    <name>Welcome</name>
    <message>
        <source>Welcome</source>
        <translation>Willkommen</translation>
    </message>
    <message>
        <source>Search and quoted answers work now, with the built-in MiniLM embedder. A language model makes answers read better.</source>
        <translation>Suche und wörtliche Antworten gehen sofort, mit dem eingebauten MiniLM. Ein Sprachmodell macht Antworten lesbarer.</translation>
    </message>
    <message>
        <source>Opened before</source>
        <translation>Zuvor geöffnet</translation>
    </message>
    <message>
        <source>Opening {0} …</source>
        <translation>{0} wird geöffnet …</translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) or folder(s) will be added</source>
        <translation>
            <numerusform>%n Datei oder Ordner kommt hinzu</numerusform>
            <numerusform>%n Dateien oder Ordner kommen hinzu</numerusform>
        </translation>
    </message>
    <message>
        <source>Drop PDFs here</source>
        <translation>PDFs hier ablegen</translation>
    </message>
    <message>
        <source>files or whole folders</source>
        <translation>Dateien oder ganze Ordner</translation>
    </message>
    <message>
        <source>Choose files …</source>
        <translation>Dateien wählen …</translation>
    </message>
    <message>
        <source>Open the sample library</source>
        <translation>Beispielbibliothek öffnen</translation>
    </message>
    <message>
        <source>Open a library …</source>
        <translation>Bibliothek öffnen …</translation>
    </message>
    <message>
        <source>New library …</source>
        <translation>Neue Bibliothek …</translation>
    </message>
    <message>
        <source>A private library that answers with citations you can check.</source>
        <translation>Eine private Bibliothek, die mit Belegen antwortet, die Sie prüfen können.</translation>
    </message>
    <message>
        <source>Everything stays on this machine.</source>
        <translation>Alles bleibt auf diesem Rechner.</translation>
    </message>
</context>
<context>
    <name>_ExploreCard</name>
    <message>
        <source>‹ All that was found</source>
        <translation>‹ Alles Gefundene</translation>
    </message>
</context>
<context>
    <name>_RunDelegate</name>
    <message>
        <source>not found · {0}</source>
        <translation>nicht gefunden · {0}</translation>
    </message>
</context>
<context>
    <name>_RunView</name>
    <message>
        <source>Earlier questions</source>
        <translation>Frühere Fragen</translation>
    </message>
</context>
<context>
    <name>WaitingLine</name>
    <message>
        <source>Asked next, once the answer above is there</source>
        <translation>Wird als Nächstes gestellt, sobald die Antwort oben da ist</translation>
    </message>
    <message>
        <source>Take back</source>
        <translation>Zurücknehmen</translation>
    </message>
</context>
<context>
    <name>EvidenceBlock</name>
    <message numerus="yes">
        <source>Show %n more passage(s)</source>
        <translation>
            <numerusform>Eine weitere Stelle zeigen</numerusform>
            <numerusform>%n weitere Stellen zeigen</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ReadingOnly</name>
    <message>
        <source>Open for reading only: another program writes this library. Answers and changes are not kept.</source>
        <translation>Nur zum Lesen geöffnet: Ein anderes Programm schreibt in diese Bibliothek. Antworten und Änderungen werden nicht aufbewahrt.</translation>
    </message>
    <message>
        <source>Open for reading only. The program that wrote this library has ended, so it can be opened for writing now.</source>
        <translation>Nur zum Lesen geöffnet. Das Programm, das in diese Bibliothek schrieb, ist beendet; sie lässt sich jetzt zum Schreiben öffnen.</translation>
    </message>
    <message>
        <source>Open for writing</source>
        <translation>Zum Schreiben öffnen</translation>
    </message>
</context>
</TS>
