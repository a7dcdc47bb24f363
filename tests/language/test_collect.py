"""The catalogues hold exactly the texts there are; `make texts` brings them up to date."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from p2puno.language import collect
from p2puno.language.catalogue import LANGUAGES, SOURCE

OTHERS = [code for code in LANGUAGES if code != SOURCE]
NEWER = "run `make texts`"
PART = re.compile(r"\{([^{}]*)\}")


@pytest.fixture(scope="module")
def template() -> Catalog:
    return collect.collect()


def read(code: str) -> Catalog:
    with (collect.FOLDER / f"{code}.po").open("rb") as file:
        return read_po(file, locale=code)


def keys(catalog: Catalog) -> set[tuple[object, str | None]]:
    return {(message.id, message.context) for message in catalog if message.id}


def test_the_template_is_up_to_date(template: Catalog) -> None:
    assert collect.TEMPLATE.read_text(encoding="utf-8") == collect.as_text(template), NEWER


@pytest.mark.parametrize("code", OTHERS)
def test_a_catalogue_has_the_texts_there_are(code: str, template: Catalog) -> None:
    assert keys(read(code)) == keys(template), NEWER


@pytest.mark.parametrize("code", OTHERS)
def test_bringing_it_up_to_date_again_changes_nothing(code: str, template: Catalog) -> None:
    path = collect.FOLDER / f"{code}.po"
    assert collect.as_text(collect.updated(path, code, template)) == path.read_text(encoding="utf-8"), NEWER


def test_plural_forms() -> None:
    assert read("ru").num_plurals == 3
    assert read("fa").num_plurals == 2
    assert "n > 1" in read("fa").plural_expr


def test_parts_have_names(template: Catalog) -> None:
    """A translator may have to turn them round, and must know what they stand for."""
    for message in template:
        texts = (message.id,) if isinstance(message.id, str) else message.id
        for text in texts:
            for part in PART.findall(text):
                assert part.partition(":")[0].isidentifier(), text


def test_what_is_counted_says_how_many(template: Catalog) -> None:
    for message in template:
        if not isinstance(message.id, str):
            assert all("{count}" in text for text in message.id), message.id


def test_translations_outlive_an_update(tmp_path: Path) -> None:
    """What changed a little keeps its translation, marked; what stays lends none; what is gone is dropped."""
    old = Catalog(locale="ru")
    old.add("{count} seats are taken.", "Занято мест: {count}.")
    old.add("The table is open now.", "Стол открыт.")
    old.add("Everybody has left.", "Все ушли.")
    path = tmp_path / "ru.po"
    path.write_text(collect.as_text(old), encoding="utf-8")
    new = Catalog()
    new.add("The table is open again.")
    new.add("{count} seats are taken.")
    new.add("{count} seats are shaken.")
    told = collect.as_text(collect.updated(path, "ru", new))
    assert "Стол" not in collect.as_text(new), "the next language would be given Russian"
    assert '#, fuzzy\nmsgid "The table is open again."\nmsgstr "Стол открыт."' in told
    assert 'msgid "{count} seats are shaken."\nmsgstr ""' in told
    assert "Everybody" not in told
    assert "Date" not in told
