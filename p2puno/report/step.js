"use strict";
// Steps through the rounds: shows the table of one step above the list that holds them all.
for (const round of document.querySelectorAll(".round")) {
  const player = round.querySelector(".player");
  const range = player.querySelector("input");
  const steps = round.querySelectorAll(".steps > li");
  const place = player.querySelector(".place");
  const show = (at) => {
    const step = steps[at - 1];
    range.value = at;
    player.querySelector(".now").textContent = step.querySelector(".said").innerText.split("\n").slice(0, -1).join(" ");
    player.querySelector(".stage").replaceChildren(step.querySelector(".table").cloneNode(true));
    place.textContent = place.dataset.form.replace("{at}", at).replace("{all}", steps.length);
    for (const each of steps) each.classList.toggle("current", each === step);
  };
  const go = {
    first: () => 1,
    back: (at) => Math.max(1, at - 1),
    forward: (at) => Math.min(steps.length, at + 1),
    last: () => steps.length,
  };
  player.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button) show(go[button.dataset.go](Number(range.value)));
  });
  range.addEventListener("input", () => show(Number(range.value)));
  for (const [index, step] of steps.entries()) {
    step.addEventListener("click", (event) => { if (!event.target.closest("a")) show(index + 1); });
  }
  player.hidden = false;
  show(1);
}
// A link to a slot opens the list in which it stands; for print everything is open.
const reveal = () => {
  const target = location.hash && document.getElementById(location.hash.slice(1));
  const hidden = target && target.closest("details");
  if (hidden) { hidden.open = true; target.scrollIntoView(); }
};
addEventListener("hashchange", reveal);
addEventListener("beforeprint", () => { for (const each of document.querySelectorAll(".round")) each.open = true; });
reveal();
