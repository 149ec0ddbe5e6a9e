"""How long those tests run that could run for ever, and from which seed."""
import os
import random

ROUNDS = int(os.environ.get("STOA_FAULT_ROUNDS", "10"))
# `./stoa test faults` asks for so many.
IS_FULL_LENGTH = ROUNDS >= 300


def seed(variable):
    """The number that this environment variable sets, or else: the same one in every ordinary run, so that it repeats itself and no change is refused
    by chance; a new one at full length, so that such runs together see more and more. Whoever uses it prints it."""
    return int(os.environ.get(variable) or (random.SystemRandom().randrange(1 << 32) if IS_FULL_LENGTH else 1))
