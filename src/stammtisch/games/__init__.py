"""The games that come with the package; each is a package of its own and knows no other."""
