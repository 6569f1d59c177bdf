"""Ask: a conversation with the library, every sentence with the page that carries it."""
