"""The site on which Stories is measured: 20,000 stories, 100,000 chapters and 10,000 people, made once by a fixed seed.

The program makes an empty site, the rows are written into its tables, and the program enters them into its search. The words are verses of the
Bible that Debian packages, so that words are as frequent as in real prose.
"""
import functools
import html
import json
import random
import time

import copied_site
import guests
import material
from guests import DAY
from places import RESULTS, say

FOLDER = RESULTS / "stories-site"
STORIES = 20_000
CHAPTERS = 5
PEOPLE = 10_000
# The first chapter of so many stories has some 5,000 words, as a long one of a serial has; the others some 400.
LONG = 2_000
POSITIONS = 60_000
RATINGS = 40_000
COMMENTS = 50_000
SEED = 20261128
TAGS = [
    "fantasy", "romance", "mystery", "slow burn", "found family", "science fiction", "adventure", "humour", "horror", "school", "dragons", "time travel",
    "enemies to friends", "magic", "space", "small town", "historical", "ghosts", "cooking", "music", "animals", "war", "sea", "letters", "detective"]

# Raise it whenever what follows changes what it makes.
GENERATION = "1"

serve, database, settled = (functools.partial(each, FOLDER) for each in (copied_site.serve, copied_site.database, copied_site.settled))


def filled():
    """Makes sure that the site stands as it was made."""
    copied_site.filled(FOLDER, GENERATION, fill)


def fill():
    say(f"Writing {STORIES} stories of {CHAPTERS} chapters and {PEOPLE} people")
    chance, now = random.Random(SEED), int(time.time() * 1000)
    with database() as site:
        people = guests.write(site, now, PEOPLE)
        write_stories(site, chance, now, people, material.verses())
        write_readers(site, chance, now, people)
        site.executemany(
            "INSERT INTO job_task (kind, payload, dedupe_key, state, run_at, created_at, changed_at) VALUES ('stories.text-index',?,?,'waiting',?,?,?)",
            ((json.dumps({"story": story}), str(story), now, now, now) for story in range(1, STORIES + 1)))
    say("Entering them into the search")
    with serve():
        settled(within=3600)


def paragraphs(chance, verses, words):
    found, count = [], 0
    while count < words:
        found.append(chance.choice(verses))
        count += len(found[-1].split())
    return found


def write_stories(site, chance, now, people, verses):
    """Each of half of the people has written four stories, the newest of which was updated last."""
    for first in range(1, STORIES + 1, 1_000):
        rows = {name: [] for name in ("story", "chapter", "text", "revision", "release", "publication", "section", "tag")}
        for story in range(first, first + 1_000):
            write_story(rows, story, chance, now, people[story % (PEOPLE // 2)], verses)
        for name, statement in STATEMENTS.items():
            site.executemany(statement, rows[name])


STATEMENTS = {
    "story": "INSERT INTO stories_story (id, author_id, title, description, language, rating, is_complete, is_published, status, shown_title, shown_description,"
             " publication_id, chapter_count, words, published_at, updated_at, created_at, changed_at, changed_by, tags, shown_tags, score, readers)"
             " VALUES (?,?,?,?,?,?,?,1,'accepted',?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
    "chapter": "INSERT INTO stories_chapter (id, story_id, position, title, words, head, last_revision, status, shown_revision, published_at, told_at, created_at,"
               " changed_at, changed_by) VALUES (?,?,?,?,?,1,1,'accepted',1,?,?,?,?,?)",
    "text": "INSERT INTO stories_chapter_text (chapter_id, revision, text, changed_at, changed_by) VALUES (?,1,?,?,?)",
    "revision": "INSERT INTO stories_revision (chapter_id, number, parent, start, removed, inserted, title, device, name, written_at, changed_at, changed_by)"
                " VALUES (?,1,0,0,'',?,?,'','first',?,?,?)",
    "release": "INSERT INTO stories_release (chapter_id, revision, title, html, text, words, changed_at, changed_by) VALUES (?,1,?,?,?,?,?,?)",
    "publication": "INSERT INTO reading_publication (id, owner_kind, owner_id, title, authors, language, direction, kind, audience, staff_permission, page_path,"
                   " edition, section_count, words, created_at, changed_at, changed_by, contents)"
                   " VALUES (?,'stories.story',?,?,?,?,'ltr','text','public','stories.moderate',?,1,?,?,?,?,?,?)",
    "section": "INSERT INTO reading_section (publication_id, number, part, title, words, words_before, length, changed_at, changed_by, html, text)"
               " VALUES (?,?,?,?,?,?,?,?,?,?,?)",
    "tag": "INSERT INTO stories_story_tag (story_id, written, tag, name, is_mature, changed_at) VALUES (?,?,?,?,?,?)",
}


def write_story(rows, story, chance, now, author, verses):
    title, description = material.title(chance, verses, story), " ".join(chance.sample(verses, 2))[:900]
    rating = chance.choices(["general", "teen", "mature"], [5, 4, 1])[0]
    tags = chance.sample(TAGS, chance.choice([1, 2, 3]))
    created = now - chance.randrange(1, 365) * DAY
    before, contents = 0, []
    for number in range(CHAPTERS):
        chapter = (story - 1) * CHAPTERS + number + 1
        parts = paragraphs(chance, verses, 5_000 if number == 0 and story <= LONG else 400)
        text, heading = "\n\n".join(parts), f"Chapter {number + 1}"
        markup = f"<h1>{heading}</h1>\n" + "".join(f"<p>{html.escape(part)}</p>" for part in parts)
        plain, words = "\n".join([heading, *parts]), len(text.split()) + 2
        at = created + number * DAY // 4
        rows["chapter"].append((chapter, story, number + 1, heading, words, at, at, created, at, author))
        rows["text"].append((chapter, text, at, author))
        rows["revision"].append((chapter, text, heading, at, at, author))
        rows["release"].append((chapter, heading, markup, plain, words, at, author))
        rows["section"].append((story, number, f"{chapter}.1", heading, words, before, len(plain), at, author, markup, plain))
        contents.append({"title": heading, "section": number, "children": []})
        before += words
    rows["story"].append((
        story, author, title, description, chance.choices(["en", "sv", "sw"], [8, 1, 1])[0], rating, chance.random() < 0.3, title, description, story,
        CHAPTERS, before, created, at, created, at, author, "\n".join(tags), "\n".join(tags), chance.randrange(100_000), chance.randrange(500)))
    rows["publication"].append((
        story, story, title, f"Guest {author}", "en", f"/stories/{story}", CHAPTERS, before, created, at, author, json.dumps(contents)))
    rows["tag"] += [(story, tag.replace(" ", ""), tag.replace(" ", ""), tag, rating == "mature", at) for tag in tags]


def write_readers(site, chance, now, people):
    """Where people are in stories, and what they said of them; a few stories have most of the readers."""
    def story():
        return int(STORIES * chance.random() ** 3) + 1

    reading = {(chance.choice(people), story()) for _ in range(POSITIONS)}
    site.executemany(
        "INSERT INTO reading_position (person_id, publication_id, device, progress, furthest, furthest_section, section, quote_exact, quote_prefix, quote_suffix,"
        " position_start, position_end, is_placed, changed_at, changed_by) VALUES (?,?,'bench',?,?,?,?,'','','',0,0,1,?,?)",
        ((person, each, section * 20 + 5, section * 20 + 5, section, section, now - chance.randrange(30 * DAY), person)
         for person, each in sorted(reading) for section in [chance.randrange(CHAPTERS)]))
    rated = {(story(), chance.choice(people)): chance.choice([3, 4, 4, 5, 5]) for _ in range(RATINGS)}
    site.executemany(
        "INSERT INTO stories_rating (story_id, person_id, stars, created_at, changed_at) VALUES (?,?,?,?,?)",
        ((each, person, stars, now, now) for (each, person), stars in rated.items()))
    site.execute(
        "UPDATE stories_story SET (rating_count, rating_average) ="
        " (SELECT count(*), avg(stars) FROM stories_rating WHERE story_id = stories_story.id)")
    comments = []
    for _ in range(COMMENTS):
        each, words = story(), "A chapter I read twice, and I would read it again."
        comments.append((each, (each - 1) * CHAPTERS + 1 + chance.randrange(CHAPTERS), chance.choice(people), words, words, now, now, now))
    site.executemany(
        "INSERT INTO stories_comment (story_id, chapter_id, author_id, words, shown_words, language, status, published_at, created_at, changed_at)"
        " VALUES (?,?,?,?,?,'en','accepted',?,?,?)", comments)
