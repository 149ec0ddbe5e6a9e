"""Every story that is exported as EPUB passes EPUBCheck, the validator of the W3C, without an error or a warning."""
import contextlib
import json
import sqlite3
import time

import pytest

from harness import epub
from harness.client import Client
from harness.server import ROOT, Server

# What a story's title stands for, with its fields and its chapters, each a title and a text.
TEXTS = {
    "without titles of chapters": {"chapters": [("", "It was late."), ("", "It was later still."), ("", "# A heading of its own\n\nIt was dawn.")]},
    "footnotes": {"chapters": [
        ("Dusk", "The lamp was lit.[^1] It went out.[^long] It was lit again.[^1]\n\n[^1]: By the mate.\n[^long]: At dawn.\n\n    So the log says."),
        ("Dawn", "Nobody came.[^1]\n\n[^1]: Another note of the same name.")]},
    "من اليمين إلى اليسار": {"language": "ar", "description": "عبّارة ومصباح.", "chapters": [
        ("العبّارة", "تأخّرت العبّارة، و**لم** يعرف أحد لماذا.\n\n> قال: “Wait for me” ثم مضى.\n\n- حبل\n- مصباح"), ("", "انطفأ المصباح (3 مرّات).")]},
    "Pa bwato": {"language": "bem", "chapters": [("Icipandwa", "Ubwato bwacelwa.")]},
    "Färjan väntar": {"language": "sv", "chapters": [("Skymning", "Färjan var sen – som alltid.")]},
    "<&> \"Marks\" 'of' markup ]]> &amp; 😀": {
        "description": "First line & <b>second</b>\nline — “quoted” 👩‍👩‍👧\n\n#ferry #lamp", "tags": "ferry & lamp, <b>",
        "chapters": [("<i>Dusk</i> & \"dawn\"", "5 < 6 & 7 > 3; &lt;p&gt; &amp;amp; &nbsp;&copy; \\*not slanted\\*")]},
    "odd characters": {"chapters": [
        ("Nonesuch \ufffe\uffff here", "Nonesuch: \ufffe \uffff \ufdd0 \U0001fffe \x85 \x7f \u2028 \u202e \u200d \ufeff. Far out: \U0001f469\u200d\U0001f680 \U00020000.\n\n"
         "[\uffff](https://example.org/\uffff)")]},
    "all that Markdown has": {"chapters": [(
        "A log", "## Crew\n\nOne *two* **three** ***four*** ~~five~~ `six <b>` [seven](https://example.org/?a=1&b=\"2\") <https://example.org> www.example.org\\\nnext line\n\n"
        "| left | middle | right |\n|:--|:-:|--:|\n| a | b | c |\n| `d` | *e* | |\n\n- [x] lit\n- [ ] out\n\n1. one\n   1. inner\n\n      > quoted *inside*\n2. two\n\n7. seven\n\n"
        "> A quote\n>\n> > in a quote\n\n```swift\nlet lamp = \"<lit>\" & true\n```\n\n    indented code\n\n* * *\n\n### Same\n\n### Same\n\n[up](#crew) [nowhere](#nowhere) "
        "[there](other.xhtml) [file](file:///etc/passwd) [run](javascript:alert(1)) [mail](mailto:a@example.org) [odd](http://exa%20mple.org/%zz) [empty]() "
        "![no picture](https://example.org/x.png)")]},
    "HTML as people paste it": {"chapters": [("Pasted", "\n\n".join([
        "<details open><summary>More</summary>Words</details>", "<ol reversed start=3 type=A><li value=7>seven</ol>", "<p>One<p>Two <b>bold <i>both</b> slanted</i>",
        "<div align=center><font color=red size=7>Red</font> <center>Middle</center> <u>under</u> <big>big</big> <tt>tt</tt></div>",
        "<ruby><rb>漢</rb><rtc><rt>kan</rt></rtc></ruby> <ruby>字<rp>(</rp><rt>ji</rt><rp>)</rp></ruby>", "<a name=here id=here>Here</a> <a href=#here>there</a> <a id=here>twice</a>",
        "<img src=x onerror=alert(1)> <img width='50%' height=abc alt src='data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='>",
        "<table border=1 width=50%><caption>Tides</caption><tr><td colspan=two rowspan=0>a<td colspan=2>b</table>", "<span><div>a block in a line</div></span>",
        "<em><p>a paragraph in a line</p></em>", "<li>an item without a list</li>", "<dt>a term without a list</dt><dd>its meaning</dd>",
        "<dl><p>no term</p><dt>Term</dt></dl>", "<ul>words in a list<p>a paragraph in it</p></ul>", "<figcaption>a caption without a figure</figcaption>",
        "<summary>a summary alone</summary>", "<h1>One</h1><h2></h2><hgroup><h1>Two</h1></hgroup>", "<time datetime=yesterday>then</time> <time datetime=2026-03-01>now</time>",
        "<blockquote cite=x><p>Quoted</blockquote><q>short</q> <bdo>no direction</bdo> <abbr title='a \"b\" <c>'>abc</abbr> <wbr>",
        "<math><mfrac><mn>1</mn><mn>2</mn></mfrac></math>", "<svg viewBox='0 0 9 9' width=9 height=9><title>A dot</title><circle cx=4 cy=4 r=4 fill=red /></svg>",
        "<a href='https://example.org'>out <a href='https://example.net'>in</a></a>", "<p lang=xx-nowhere dir=up>odd <span lang=sv dir=rtl>språk</span></p>",
        "<section><article><header>a</header><nav>b</nav></article><footer>c</footer></section>", "<pre>\n  two spaces\n</pre>",
        "<s>a</s><del>b</del><ins>c</ins><mark>d</mark><kbd>e</kbd><sub>f</sub><sup>g</sup><small>h</small><cite>i</cite><var>j</var><samp>k</samp><dfn>l</dfn>",
        "<p></p><span></span><b></b>"]))]},
    "a word": {"chapters": [("x" * 200, "x")]},
}
LONG = 1000


def waiting(send):
    """The answer to a call that may be made a few times a minute."""
    while (answer := send()).status == 429:
        time.sleep(int(answer.headers["Retry-After"]))
    return answer


class Author:
    def __init__(self, server):
        self.client = Client(server.url).sign_in(server.OWNER_EMAIL, server.OWNER_PASSWORD)

    def begin(self, title, language="en", description="", tags=""):
        """A new story; answers the address of its first chapter's page."""
        made = self.client.post_form(
            "/stories/write/new", {"title": title, "language": language, "description": description, "tags": tags, "rating": "general"})
        assert made.status == 303, made.text
        return made.headers["Location"]

    def add(self, story):
        return self.client.post_form(f"/stories/{story}/chapters", {}).headers["Location"]

    def publish(self, chapter, title, text):
        save = json.dumps({"base": 0, "title": title, "text": text, "name": "all"}).encode()
        saved = self.client.send("PUT", f"/api/v1{chapter}/text", save, {"Content-Type": "application/json"})
        assert saved.status == 200, saved.text
        assert self.client.post_form(f"{chapter}/publish", {}).status == 303

    def picture(self, chapter, file, words):
        """The Markdown of a new picture in a story."""
        fields = {"words": words} if words else {"isDecorative": "true"}
        added = waiting(lambda: self.client.upload(f"/api/v1{chapter}/pictures", file.name, file.read_bytes(), fields, "picture"))
        assert added.status == 200, added.text
        return added.json()["markdown"]


def ask(server, query, *values):
    with contextlib.closing(sqlite3.connect(f"file:{server.folder}/stoa.db?mode=ro", uri=True)) as site:
        return site.execute(query, values).fetchall()


def story_of(server, chapter):
    return ask(server, "SELECT story_id FROM stories_chapter WHERE id = ?", chapter.rpartition("/")[2])[0][0]


def write(server):
    """Publishes the stories above and one with pictures and a cover; answers their numbers by their titles."""
    author, stories = Author(server), {}
    for title, facts in TEXTS.items():
        chapter = author.begin(title, **{name: value for name, value in facts.items() if name != "chapters"})
        stories[title] = story_of(server, chapter)
        for number, (heading, text) in enumerate(facts["chapters"]):
            author.publish(chapter if number == 0 else author.add(stories[title]), heading, text)
    title, file = "pictures and a cover", ROOT / "Sources/Apps/StoriesApp/Resources/demo/forty-bottles/cover.jpg"
    chapter = author.begin(title)
    stories[title] = story = story_of(server, chapter)
    shown, decoration = author.picture(chapter, file, 'A lamp "out" & <cold>'), author.picture(chapter, file, "")
    author.publish(chapter, "Seen", f"Before.\n\n{shown}\n\n{decoration}\n\nA picture {shown} in a line.\n\n> {shown}")
    author.publish(author.add(story), "Seen again", shown + "\n\nOnce more.")
    covered = waiting(lambda: author.client.upload(
        f"/stories/{story}/edit", file.name, file.read_bytes(), {"title": title, "language": "en", "rating": "general"}, "picture"))
    assert covered.status == 303, covered.text
    return stories


def grow(folder):
    """Gives a new story a thousand chapters but one, nearly all of them straight into the database of a site that is stopped. What the filter asked a
    moderator about is accepted there, too."""
    with Server(folder, "--apps", "stories") as server:
        author = Author(server)
        chapter = author.begin("a thousand chapters")
        story = story_of(server, chapter)
        author.publish(chapter, "Day 1", "Nobody came on day 1.")
    with contextlib.closing(sqlite3.connect(folder / "stoa.db")) as site:
        site.executescript(f"""
            UPDATE stories_chapter SET status = 'accepted', shown_revision = head WHERE status = 'pending';
            UPDATE stories_story SET status = 'accepted', shown_title = title, shown_description = description WHERE status = 'pending';
            INSERT INTO stories_chapter (story_id, position, title, words, head, last_revision, status, shown_revision, created_at, changed_at)
            WITH RECURSIVE n (i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < {LONG - 1})
            SELECT {story}, i, CASE WHEN i % 3 = 0 THEN '' ELSE 'Day ' || i END, 3, 1, 1, 'accepted', 1, 0, 0 FROM n;
            INSERT INTO stories_chapter_text (chapter_id, revision, text, changed_at)
            SELECT id, 1, 'Nobody came', 0 FROM stories_chapter WHERE story_id = {story} AND position > 1;
            INSERT INTO stories_release (chapter_id, revision, title, html, text, words, changed_at)
            SELECT id, 1, title, '<p>Nobody came.</p>', 'Nobody came on ' || position, 3, 0 FROM stories_chapter WHERE story_id = {story} AND position > 1;""")
        site.commit()
    return story


def exported(client, story, folder):
    """The file of a story's export."""
    answer = waiting(lambda: client.get(f"/stories/{story}/story.epub"))
    assert answer.status == 200 and answer.headers["Content-Type"] == "application/epub+zip", (story, answer.status, answer.body[:300])
    file = folder / f"{story}.epub"
    file.write_bytes(answer.body)
    return file


def assert_sound(books, chapters):
    findings = epub.findings(books.values())
    found = {title: findings[file] for title, file in books.items()}
    print(f"{len(books)} books with {chapters} chapters, {sum(map(len, found.values()))} findings")
    assert not any(found.values()), json.dumps({title: said[:60] for title, said in found.items() if said}, indent=1, ensure_ascii=False)


CHAPTERS = "SELECT sum(chapter_count) FROM stories_story WHERE shown_title IS NOT NULL"


@pytest.mark.covers("STO-032")
def test_every_story_of_the_demo_is_a_sound_book(filled_demo, tmp_path):
    with Server(filled_demo(tmp_path / "site", apps="stories"), "--apps", "stories", demo=True) as server:
        stories = ask(server, "SELECT id, shown_title FROM stories_story WHERE shown_title IS NOT NULL")
        member = Client(server.url).sign_in("member@stoa.example", "river-basket-3")
        books = {title: exported(member, number, tmp_path) for number, title in stories}
        ((chapters,),) = ask(server, CHAPTERS)
    assert len(books) >= 12
    assert_sound(books, chapters)


@pytest.mark.covers("STO-032")
def test_whatever_people_write_and_a_story_of_a_thousand_chapters_are_sound_books(tmp_path):
    folder = tmp_path / "site"
    folder.mkdir()
    # Nobody is there to look at the pictures.
    (folder / "site.json").write_text(json.dumps({"settings": {"stories.review-pictures": "false"}}))
    with Server(folder, "--apps", "stories", owner=True) as server:
        stories = write(server)
    stories["a thousand chapters"] = grow(folder)
    with Server(folder, "--apps", "stories") as server:
        author = Author(server)
        # What was changed in the database is shown with the next chapter.
        for title, number in stories.items():
            author.publish(author.add(number), "The end", f"Somebody came at last, and that was the end of “{title}”.")
        books = {title: exported(author.client, number, tmp_path) for title, number in stories.items()}
        ((chapters,),) = ask(server, CHAPTERS)
    assert chapters > LONG
    assert_sound(books, chapters)
