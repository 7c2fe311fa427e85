"""Why an action is refused at Combination Race."""
