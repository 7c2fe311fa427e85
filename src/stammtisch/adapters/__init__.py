"""Tables for learning programs and language models, by the interfaces that they know; each module says which."""
