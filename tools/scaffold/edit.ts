/** Changes of a file that is there already; each throws when the file no longer looks as expected. */
export type Edit = (text: string) => string

/** Adds an import where the sorted list of imports has its place. */
export function addImport(line: string): Edit {
  return (text) => {
    const lines = text.split('\n')
    const imports = lines.flatMap((one, at) => (/^import .* from '.*'$/.test(one) ? [at] : []))
    const last = imports.at(-1)
    if (last === undefined) throw new Error('has no import on one line')
    const place = imports.find((at) => sourceOf(lines[at] ?? '') > sourceOf(line)) ?? last + 1
    return [...lines.slice(0, place), line, ...lines.slice(place)].join('\n')
  }
}

const sourceOf = (line: string) => /from '(.*)'/.exec(line)?.[1] ?? ''

/** Adds a line before the first one that the pattern finds at or after the line that `from` finds. */
export function addBefore(from: RegExp, pattern: RegExp, line: string): Edit {
  return (text) => {
    const lines = text.split('\n')
    const start = lines.findIndex((one) => from.test(one))
    const place = lines.findIndex((one, at) => at > start && pattern.test(one))
    if (start < 0 || place < 0) throw new Error(`has no ${start < 0 ? from : pattern}`)
    return [...lines.slice(0, place), line, ...lines.slice(place)].join('\n')
  }
}

/** One edit after the other. */
export const inTurn =
  (...edits: Edit[]): Edit =>
  (text) =>
    edits.reduce((sofar, edit) => edit(sofar), text)
