import type { Preview } from './jobs.queries.ts'

export interface ImportChoices {
  /** Field by column; null skips it. */
  fields: Readonly<Record<string, string | null>>
  match: string | null
  existing: 'update' | 'skip'
  missing: 'create' | 'skip'
}

/** The mapping that the server suggests; matches by the first unique field that a column fills. */
export function suggested(preview: Preview): ImportChoices {
  const fields = Object.fromEntries(preview.columns.map(({ column, field }) => [column, field]))
  const match = preview.matchable.find((key) => Object.values(fields).includes(key)) ?? null
  return { fields, match, existing: 'update', missing: 'create' }
}

export function filledTwice({ fields }: ImportChoices): string[] {
  const filled = Object.values(fields).filter((field) => field !== null)
  return [...new Set(filled.filter((field, at) => filled.indexOf(field) !== at))]
}
