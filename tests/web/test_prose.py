"""Markdown to HTML: anchors, headings, rules, tables, links, escaping."""

from __future__ import annotations

import pytest

from widgets.web.prose import Heading, Prose


def prose(*reserved: str) -> Prose:
    """A page whose links to other chapters are written as ``/name#fragment``."""
    return Prose(lambda name, fragment: f"/{name}{fragment}", frozenset(reserved))


def test_a_heading_takes_its_leading_anchor_as_its_id() -> None:
    """The anchor's id moves to the heading, and no empty anchor is left."""
    page = prose()
    html = page.render('## <a id="disarming-ties"></a>Ties', 0)
    assert '<h2 id="disarming-ties">Ties</h2>' in html
    assert "<a id=" not in html
    assert page.headings == [Heading(2, "disarming-ties", "Ties")]


def test_an_anchor_on_the_line_before_belongs_to_the_heading_after_it() -> None:
    """Both ways of writing an address are understood."""
    assert '<h3 id="odd">' in prose().render('<a id="odd"></a>\n\n### Odd rules', 0)


def test_a_second_anchor_stays_in_the_heading() -> None:
    """An old address of a rule goes on working beside the new one."""
    html = prose().render('## <a id="new"></a><a id="old"></a>Ties', 0)
    assert '<h2 id="new"><a id="old"></a>Ties</h2>' in html


def test_a_heading_without_anchor_gets_a_slug_of_its_own() -> None:
    """Equal headings get different ids, and a slug keeps clear of ids given by hand."""
    page = prose("taken")
    page.render("## Ties & ends\n\n## Ties & *ends*\n\n## Taken", 0)
    assert [heading.id for heading in page.headings] == ["ties-ends", "ties-ends-2", "taken-2"]


def test_every_heading_has_a_link_to_itself() -> None:
    """The link stands beside the heading, so that it is no part of its name."""
    html = prose().render("## Ties & `<b>`", 0)
    assert '</h2><a class="rb-pilcrow" href="#ties-b" aria-label="Link to Ties &amp; &lt;b&gt;">' in html


def test_a_paragraph_with_an_address_is_a_rule_with_a_link() -> None:
    """The id moves to the paragraph, which can then be shown when it is linked to."""
    html = prose().render('<a id="attack-roll"></a>Throw two dice.', 0)
    assert html.startswith('<p id="attack-roll" class="rb-rule">Throw two dice. <a class="rb-pilcrow"')
    assert 'href="#attack-roll"' in html


def test_an_anchor_in_a_list_or_a_table_stays_where_it_is() -> None:
    """There is no paragraph to take it."""
    html = prose().render('- <a id="one"></a>first\n- second\n\n| a |\n|---|\n| <a id="two"></a>x |', 0)
    assert '<li><a id="one"></a>first</li>' in html
    assert '<a id="two"></a>x' in html


def test_links_between_notebooks_become_links_of_the_site() -> None:
    """In Markdown, in raw HTML and with or without a fragment; others are left alone."""
    html = prose().render('[a](two.ipynb#x) [b](two.ipynb) <a href="two.ipynb#y">c</a> [d](#z) [e](two.pdf)', 0)
    assert '<a href="/two#x">a</a> <a href="/two">b</a> <a href="/two#y">c</a>' in html
    assert '<a href="#z">d</a> <a href="two.pdf">e</a>' in html


def test_links_out_of_the_site_tell_the_other_side_nothing() -> None:
    """No opener and no referrer."""
    assert 'rel="noopener noreferrer"' in prose().render("[a](https://example.org/)", 0)


def test_a_table_stands_in_a_box_that_can_scroll() -> None:
    """Heads name their column, and an empty corner is no head."""
    html = prose().render("|  | Bow |\n|---|--:|\n| near | +1 |", 0)
    assert html.startswith('<div class="rb-table"><table>')
    assert '<th style="text-align:right" scope="col">Bow</th>' in html
    assert "<td></td>" in html
    assert html.count("<th") - html.count("<thead") == 1


def test_short_cells_stay_on_one_line() -> None:
    """A range of dice is not broken at its dash; a long text may wrap."""
    html = prose().render("| a | b |\n|---|---|\n| 10–12 | You act last, whatever you throw. |", 0)
    assert '<td class="rb-short">10–12</td><td>You' in html.replace("\n", "")


def test_notes_of_two_cells_do_not_share_their_ids() -> None:
    """Each cell's notes stand below it, with ids of their own."""
    page = prose()
    both = page.render("A[^1]\n\n[^1]: One.", 4) + page.render("B[^1]\n\n[^1]: Two.", 5)
    assert 'id="fn-c4-1"' in both
    assert 'id="fn-c5-1"' in both


@pytest.mark.parametrize(
    ("source", "html"),
    [
        ("Term\n: Meaning", "<dt>Term</dt>"),
        ("It is *so* and **thus**.", "<em>so</em> and <strong>thus</strong>"),
        ("[x]{.house}", '<span class="house">x</span>'),
        ('He said "so".', "“so”"),
        ("1 < 2 & 3", "1 &lt; 2 &amp; 3"),
        ("`<b>`", "<code>&lt;b&gt;</code>"),
    ],
)
def test_the_markdown_that_chapters_use(source: str, html: str) -> None:
    """Definition lists, emphasis, classes, quotes, and text that looks like HTML."""
    assert html in prose().render(source, 0)


def test_ids_on_the_page_are_kept_for_checks() -> None:
    """Headings, rules and raw anchors all count."""
    page = prose()
    page.render('# Top\n\n<a id="a"></a>Rule\n\n- <a id="b"></a>item', 0)
    page.html('<div id="c"></div>')
    assert page.ids == ["top", "a", "b", "c"]
