"use strict";
// Tables with class "sortable" sort by their headings; an input names the table it searches.
for (const table of document.querySelectorAll("table.sortable")) {
  const heads = [...table.tHead.rows[0].cells];
  const body = table.tBodies[0];
  const key = (row, place) => {
    const cell = row.cells[place];
    return cell.dataset.v === undefined ? cell.textContent.trim().toLowerCase() : cell.dataset.v;
  };
  heads.forEach((head, place) => {
    const button = head.querySelector("button");
    if (!button) return;
    button.addEventListener("click", () => {
      const numbers = head.classList.contains("n");
      const before = head.getAttribute("aria-sort");
      const down = before ? before === "ascending" : numbers;
      heads.forEach((other) => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      const sign = down ? -1 : 1;
      const rows = [...body.rows].map((row, order) => [key(row, place), order, row]);
      rows.sort(([a, i], [b, j]) => {
        if (a === "" || b === "") return a === b ? i - j : a === "" ? 1 : -1; // nothing goes last
        const order = numbers ? a - b : a < b ? -1 : a > b ? 1 : 0;
        return sign * order || i - j;
      });
      body.append(...rows.map(([, , row]) => row));
    });
  });
}
for (const tools of document.querySelectorAll(".tools[data-for]")) {
  const rows = [...document.getElementById(tools.dataset.for).tBodies[0].rows];
  const texts = rows.map((row) => row.dataset.find.toLowerCase());
  const search = tools.querySelector("input[type=search]");
  const only = tools.querySelector("input[type=checkbox]");
  const told = tools.querySelector("output");
  const filter = () => {
    const wanted = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    rows.forEach((row, place) => {
      const kept = wanted.every((word) => texts[place].includes(word)) && !(only && only.checked && row.dataset.few);
      row.hidden = !kept;
      shown += kept;
    });
    told.textContent = `${shown} of ${rows.length} rows`;
  };
  search.addEventListener("input", filter);
  if (only) only.addEventListener("change", filter);
  filter();
}
