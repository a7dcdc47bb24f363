"use strict";
// The page reads without this script. With it the table of every step is drawn, and the proofs become tables.

const made = (tag, looks, ...inside) => {
  const element = document.createElement(tag);
  if (looks) element.className = looks;
  element.append(...inside);
  return element;
};

// --- the table after a step, from what `tables.py` has written ---

const data = JSON.parse(document.getElementById("tables").textContent);
const say = data.texts;
const card = (at) => made("b", "card " + data.cards[at][1], data.cards[at][0]);
const row = (cards) => cards.flatMap((at) => [card(at), " "]);
const named = (name, value) => made("span", "", name + ": ", value);

const seatsAt = (steps, at) => {
  const seats = [];
  for (const step of steps.slice(0, at)) for (const [seat, ...state] of step[5]) seats[seat] = state;
  return seats;
};

const seatShown = ([name, cards, points, gone, hand], turn) => {
  const shown = made("li", "seat" + (turn ? " turn" : "") + (gone ? " gone" : ""), made("bdi", "", name));
  if (turn) shown.append(" ", made("em", "", "(" + say.turn + ")"));
  if (gone) shown.append(" ", made("em", "", "(" + say.gone + ")"));
  shown.append(made("span", "", say.cards + ": " + cards + " · " + say.points + ": " + points));
  if (hand.length) shown.append(made("span", "hand", ...row(hand)));
  return shown;
};

const tableAt = (steps, at) => {
  const [top, colour, pile, clockwise, turn] = steps[at - 1];
  const middle = made("p", "middle");
  if (top >= 0) middle.append(named(say.top, card(top)));
  if (colour >= 0) middle.append(named(say.colour, card(colour)));
  middle.append(named(say.pile, pile), made("span", "", clockwise ? "↻ " + say.clockwise : "↺ " + say.counter));
  const seats = seatsAt(steps, at).map((seat, number) => seatShown(seat, number === turn));
  return [middle, made("ul", "seats", ...seats)];
};

// --- stepping through a round: by buttons, the slider, the arrow keys, or a click on a step ---

const rightToLeft = document.dir === "rtl";
const keys = {
  ArrowLeft: rightToLeft ? "forward" : "back",
  ArrowRight: rightToLeft ? "back" : "forward",
  Home: "first",
  End: "last",
};

for (const [number, round] of document.querySelectorAll(".round").entries()) {
  const player = round.querySelector(".player");
  const range = player.querySelector("input");
  const place = player.querySelector(".place");
  const items = round.querySelectorAll(".steps > li");
  const steps = data.rounds[number];
  const show = (at) => {
    const item = items[at - 1];
    const said = [...item.querySelectorAll(".said p")];
    range.value = at;
    range.setAttribute("aria-valuetext", said.map((each) => each.textContent).join(" "));
    player.querySelector(".now").replaceChildren(...said.map((each) => each.cloneNode(true)));
    player.querySelector(".stage").replaceChildren(...tableAt(steps, at));
    place.textContent = place.dataset.form.replace("{at}", at).replace("{all}", steps.length);
    for (const each of items) each.classList.toggle("current", each === item);
  };
  const go = {
    first: () => 1,
    back: (at) => Math.max(1, at - 1),
    forward: (at) => Math.min(steps.length, at + 1),
    last: () => steps.length,
  };
  const move = (where) => show(go[where](Number(range.value)));
  player.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button) move(button.dataset.go);
  });
  player.addEventListener("keydown", (event) => {
    if (!(event.key in keys) || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    move(keys[event.key]);
  });
  range.addEventListener("input", () => show(Number(range.value)));
  for (const [index, item] of items.entries()) {
    item.addEventListener("click", (event) => {
      if (event.target.closest("a")) return;
      show(index + 1);
      player.scrollIntoView({ block: "nearest" });
    });
  }
  player.hidden = false;
  show(1);
}

// --- the proofs: lines of text, of which a table is made where they are looked at ---

const tabulate = (text) => {
  const [heads, ...lines] = text.textContent.trim().split("\n").map((line) => line.split("\t"));
  const head = made("tr", "", ...heads.map((each) => made("th", "", each)));
  for (const each of head.children) each.scope = "col";
  const body = made("tbody", "");
  for (const [slot, seat, kind, size, duty, hash] of lines) {
    const link = made("a", "", duty);
    link.href = "#duty-" + duty;
    const first = made("th", "", slot);
    first.scope = "row";
    const code = made("code", "", hash);
    code.dir = "ltr";
    const cells = [made("bdi", "", seat), made("code", "", kind), size, link, code].map((each) => made("td", "", each));
    cells[2].className = "number";
    const line = made("tr", "", first, ...cells);
    if (slot !== body.lastChild?.firstChild.textContent) line.id = "slot-" + slot;
    body.append(line);
  }
  text.replaceWith(made("div", "wide", made("table", "", made("thead", "", head), body)));
};
for (const list of document.querySelectorAll(".pieces")) {
  list.addEventListener("toggle", () => {
    const text = list.querySelector("pre");
    if (text) tabulate(text);
  });
}

// A link to a slot opens the list in which it stands; for print everything is open.
const reveal = () => {
  const name = location.hash.slice(1);
  const list = name && document.getElementById(name)?.closest("details");
  if (!list) return;
  const text = list.querySelector("pre");
  if (text) tabulate(text);
  list.open = true;
  for (const each of document.querySelectorAll(".sought")) each.classList.remove("sought");
  const sought = document.getElementById(name);
  sought.classList.add("sought");
  sought.scrollIntoView({ block: "center" });
};
addEventListener("hashchange", reveal);
addEventListener("beforeprint", () => { for (const each of document.querySelectorAll(".round")) each.open = true; });
reveal();
