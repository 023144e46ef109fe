import type { PlaybookView } from '@caseloom/contract/automation/automation'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import { useMemo } from 'react'
import type { Problem } from './model/builder-context.ts'
import { type Path, valueAt } from './model/places.ts'
import type { Problems } from './problems.worker.ts'

/** Warnings while editing: those of the language, then the server's for what is unchanged since the last save. */
export function useWarnings(
  { draft, warnings }: PlaybookView,
  document: JsonObject,
  { issues, warnings: own }: Problems,
): readonly Problem[] {
  return useMemo(() => {
    const places = new Set([...issues, ...own].map(({ path }) => placeOf(path)))
    const isCurrent = ({ path, code }: PlaybookView['warnings'][number]) =>
      code !== 'foreign_template' &&
      !places.has(placeOf(path)) &&
      JSON.stringify(valueAt(draft, path)) === JSON.stringify(valueAt(document, path))
    const saved = warnings
      .filter(isCurrent)
      .map(({ path, code, message }): Problem => ({ path, code, message, warning: true }))
    return [...own, ...saved]
  }, [draft, warnings, document, issues, own])
}

function placeOf(path: Path): string {
  return JSON.stringify(path)
}
