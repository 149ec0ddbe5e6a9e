"""What people type into a search box, drawn from the text of the books by a seeded generator."""
import collections
import random

import material

COUNT = 2000


def words(line):
    return [word.strip(",.;:?!()'").lower() for word in line.split()]


def typed(text):
    """What stands in the box after each key, from the second letter of a word on."""
    chance = random.Random(material.SEED + 2)
    queries = []
    while len(queries) < COUNT:
        first, second = (words(chance.choice(text)) + ["and", "the"])[:2]
        whole = f"{first} {second}"
        queries += [whole[:length] for length in range(2, len(whole) + 1) if whole[length - 1] != " "]
    return queries[:COUNT]


def remembered(text, least=1):
    """What people look for in books: up to three words that stand beside each other, common ones among them."""
    chance = random.Random(material.SEED + 3)
    queries = []
    while len(queries) < COUNT:
        line = words(chance.choice(text))
        start = chance.randrange(max(1, len(line) - 3))
        found = [word for word in line[start : start + chance.randint(least, 3)] if word]
        if len(found) >= least:
            queries.append(" ".join(found))
    return queries


def rare(text):
    """Words that the text has three times or less."""
    counts = collections.Counter(word for line in text for word in words(line))
    return random.Random(material.SEED + 5).sample(sorted(word for word, count in counts.items() if count <= 3 and word.isalpha()), COUNT)


def of_titles(titles):
    """Two words that stand beside each other in a title."""
    chance = random.Random(material.SEED + 6)
    queries = []
    for title in chance.choices(titles, k=COUNT):
        line = [word for word in words(title) if word.isalpha()]
        start = chance.randrange(max(1, len(line) - 1))
        queries.append(" ".join(line[start : start + 2]))
    return queries
