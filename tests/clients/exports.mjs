// exports.mjs FOLDER: reads references.ris, references.bib and references.json there with citation-js and
// prints {"ris": [...], "bib": [...], "json": [...]}, each a list of {title, doi, authors, year, type}.
import { readFileSync } from 'node:fs';
import { plugins } from '@citation-js/core';
import '@citation-js/plugin-bibtex';
import '@citation-js/plugin-ris';
import '@citation-js/plugin-csl';

const folder = process.argv[2];
const forms = { ris: '@ris/file', bib: '@biblatex/text', json: '@csl/list+object' };
const out = {};
for (const [extension, form] of Object.entries(forms)) {
  const text = readFileSync(`${folder}/references.${extension}`, 'utf8');
  const data = extension === 'json' ? JSON.parse(text) : text;
  out[extension] = plugins.input.chain(data, { forceType: form, generateGraph: false }).map((item) => ({
    title: item.title ?? '', doi: item.DOI ?? '', authors: (item.author ?? []).length,
    year: item.issued?.['date-parts']?.[0]?.[0] ?? null, type: item.type,
  }));
}
console.log(JSON.stringify(out));
