"""Programs for installations of a part of Stammtisch; each ends well if that part does what it is for."""
