<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name></name>
    <message numerus="yes">
        <source>%n highlight(s) written into {0}.</source>
        <translation>
            <numerusform>%n highlight written into {0}.</numerusform>
            <numerusform>%n highlights written into {0}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n segment(s) were read before.</source>
        <extracomment>The task of ``modeldesk.TASKS`` that a model must be fit for.</extracomment>
        <translation>
            <numerusform>%n segment was read before.</numerusform>
            <numerusform>%n segments were read before.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n segment(s)</source>
        <translation>
            <numerusform>%n segment</numerusform>
            <numerusform>%n segments</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n paper(s)</source>
        <translation>
            <numerusform>%n paper</numerusform>
            <numerusform>%n papers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n theme(s)</source>
        <translation>
            <numerusform>%n theme</numerusform>
            <numerusform>%n themes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>A model found something else in %n paper(s) than the rules.</source>
        <translation>
            <numerusform>A model found something else in %n paper than the rules.</numerusform>
            <numerusform>A model found something else in %n papers than the rules.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>All %n paper(s)</source>
        <translation>
            <numerusform>The one paper</numerusform>
            <numerusform>All %n papers</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ClaimsSection</name>
    <message numerus="yes">
        <source>Of %n paper(s) no claims were sought yet.</source>
        <translation>
            <numerusform>Of 1 paper no claims were sought yet.</numerusform>
            <numerusform>Of %n papers no claims were sought yet.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DuplicatesPanel</name>
    <message numerus="yes">
        <source>%n page(s)</source>
        <translation>
            <numerusform>%n page</numerusform>
            <numerusform>%n pages</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FigureList</name>
    <message numerus="yes">
        <source>%n figure(s)</source>
        <translation>
            <numerusform>%n figure</numerusform>
            <numerusform>%n figures</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n table(s)</source>
        <translation>
            <numerusform>%n table</numerusform>
            <numerusform>%n tables</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n equation(s)</source>
        <translation>
            <numerusform>%n equation</numerusform>
            <numerusform>%n equations</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Imports</name>
    <message numerus="yes">
        <source>%n file(s) were here already.</source>
        <translation>
            <numerusform>%n file was here already.</numerusform>
            <numerusform>%n files were here already.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n paper(s) added.</source>
        <translation>
            <numerusform>%n paper added.</numerusform>
            <numerusform>%n papers added.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LibraryPanel</name>
    <message numerus="yes">
        <source>%n paper(s)</source>
        <extracomment>The table, and what stands in its place when it is empty; others put their pages behind these.</extracomment>
        <translation>
            <numerusform>%n paper</numerusform>
            <numerusform>%n papers</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message numerus="yes">
        <source>Drop to add %n file(s) or folder(s)</source>
        <translation>
            <numerusform>Drop to add %n file or folder</numerusform>
            <numerusform>Drop to add %n files or folders</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>NodeCard</name>
    <message numerus="yes">
        <source>cited by %n paper(s) here</source>
        <translation>
            <numerusform>cited by %n paper here</numerusform>
            <numerusform>cited by %n papers here</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PaperActions</name>
    <message numerus="yes">
        <source>Delete %n paper(s) for good, with notes and highlights? This cannot be undone.</source>
        <translation>
            <numerusform>Delete %n paper for good, with notes and highlights? This cannot be undone.</numerusform>
            <numerusform>Delete %n papers for good, with notes and highlights? This cannot be undone.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) saved.</source>
        <translation>
            <numerusform>%n file saved.</numerusform>
            <numerusform>%n files saved.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PaperCard</name>
    <message numerus="yes">
        <source>It has too many links: the weakest %n were not followed.</source>
        <translation>
            <numerusform>It has too many links: the weakest one was not followed.</numerusform>
            <numerusform>It has too many links: the weakest %n were not followed.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PaperDetails</name>
    <message numerus="yes">
        <source>%n page(s)</source>
        <translation>
            <numerusform>%n page</numerusform>
            <numerusform>%n pages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s)</source>
        <translation>
            <numerusform>%n file</numerusform>
            <numerusform>%n files</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ProvenanceView</name>
    <message numerus="yes">
        <source>Look for methods in %n paper(s)</source>
        <translation>
            <numerusform>Look for methods in %n paper</numerusform>
            <numerusform>Look for methods in %n papers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The methods of %n paper(s) were not looked for yet.</source>
        <translation>
            <numerusform>The methods of %n paper were not looked for yet.</numerusform>
            <numerusform>The methods of %n papers were not looked for yet.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>A model&apos;s reading: %n to review</source>
        <translation>
            <numerusform>A model&apos;s reading: %n to review</numerusform>
            <numerusform>A model&apos;s reading: %n to review</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ReadingPage</name>
    <message numerus="yes">
        <source>To review: %n paper(s)</source>
        <translation>
            <numerusform>To review: %n paper</numerusform>
            <numerusform>To review: %n papers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Selection: %n paper(s)</source>
        <translation>
            <numerusform>Selection: %n paper</numerusform>
            <numerusform>Selection: %n papers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Read by {0}; %n method(s) stay as they are.</source>
        <translation>
            <numerusform>Read by {0}; %n method stays as it is.</numerusform>
            <numerusform>Read by {0}; %n methods stay as they are.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n item(s) of its answer were refused.</source>
        <translation>
            <numerusform>%n item of its answer was refused.</numerusform>
            <numerusform>%n items of its answer were refused.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n segment(s) were done by rules after all.</source>
        <translation>
            <numerusform>%n segment was done by rules after all.</numerusform>
            <numerusform>%n segments were done by rules after all.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>What the model found counts now in %n paper(s).</source>
        <translation>
            <numerusform>What the model found counts now in %n paper.</numerusform>
            <numerusform>What the model found counts now in %n papers.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Back to the rules in %n paper(s)</source>
        <translation>
            <numerusform>Back to the rules in %n paper</numerusform>
            <numerusform>Back to the rules in %n papers</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Welcome</name>
    <message numerus="yes">
        <source>%n file(s) or folder(s) will be added</source>
        <translation>
            <numerusform>%n file or folder will be added</numerusform>
            <numerusform>%n files or folders will be added</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CitationView</name>
    <message numerus="yes">
        <source>%n paper(s) not drawn, since no citation from or to them was found:</source>
        <translation>
            <numerusform>1 paper is not drawn, since no citation from or to it was found:</numerusform>
            <numerusform>%n papers are not drawn, since no citation from or to them was found:</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>EvidenceBlock</name>
    <message numerus="yes">
        <source>Show %n more passage(s)</source>
        <translation>
            <numerusform>Show 1 more passage</numerusform>
            <numerusform>Show %n more passages</numerusform>
        </translation>
    </message>
</context>
</TS>
