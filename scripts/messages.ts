/** `npm run messages`: writes the list of messages, sorts the translations into their areas and names what is missing. With a folder, lists its texts that no `say` translates. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkTranslations, renderAreas, renderMessages } from './messages/catalogue.ts';
import {
  folder,
  listSources,
  pathOfArea,
  readMessages,
  readSource,
  readTranslations,
  tableMessages,
  translatedLanguages,
} from './messages/readCatalogue.ts';
import { findUnsaid } from './messages/unsaid.ts';
import { root } from './runTool.ts';

const [under] = process.argv.slice(2);
if (under === undefined) update();
else listUnsaid(under);

function update(): void {
  const { messages, faults } = readMessages();
  write(`${folder}/messages.json`, renderMessages(messages));
  report('Calls to correct', faults);
  for (const language of translatedLanguages) {
    const translated = readTranslations(language);
    const { missing, unused, wrong } = checkTranslations(messages, translated);
    for (const { area, text } of renderAreas(language, messages, translated)) write(pathOfArea(language, area), text);
    report(`${language}: missing`, missing);
    report(`${language}: wrong`, wrong);
    report(`${language}: removed, because nothing uses them`, unused);
    if (missing.length + wrong.length > 0) process.exitCode = 1;
  }
  if (faults.length > 0) process.exitCode = 1;
  print(`${messages.size} messages.`);
}

function listUnsaid(path: string): void {
  const found = listSources(path).flatMap((file) =>
    findUnsaid(file, readSource(file), tableMessages).map(({ line, text }) => `${file}:${line}: ${text}`),
  );
  for (const line of found) print(line);
  print(`${found.length} texts.`);
}

function report(title: string, lines: readonly string[]): void {
  if (lines.length > 0) print(`${title} (${lines.length}):\n${lines.map((line) => `  ${line}`).join('\n')}`);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function write(path: string, text: string): void {
  if (readSource(path) !== text) writeFileSync(join(root, path), text);
}
