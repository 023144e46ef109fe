import { expressionTree } from './expression.ts'
import { ExpressionError } from './expression-error.ts'
import { foreignPlaceholder, translated } from './foreign-template.ts'
import type { Issue, IssuePath } from './issues.ts'
import { referencesOf } from './references.ts'
import { splitTemplate, wholeExpression } from './template-text.ts'

/** Finds what another product would fill in, but this one would send as it is written. */
export function checkPlaceholders(text: string, path: IssuePath, issues: Issue[]): void {
  const found = foreignPlaceholder(text)
  if (!found) return
  const { written, meant, position, certain } = found
  const fix = certain ? translated(text) : undefined
  const issue: Issue = {
    path,
    code: 'foreign_template',
    message: sentence(written, meant, certain),
    position,
  }
  issues.push({ ...issue, ...(fix === undefined ? {} : { fix }), ...(certain ? {} : { warning: true }) })
}

function sentence(written: string, meant: string | undefined, certain: boolean): string {
  const what = `"${written}" is plain text here and isn’t filled in`
  if (meant !== undefined) return `${what}: write ${meant}`
  const example = '{% trigger.body.id %} or {% steps.KEY.output.id %}'
  return certain
    ? `${what}: write a path such as ${example}`
    : `${what}; for a value, write a path such as ${example}`
}

/** The expression that a condition without {% and %} most likely is. */
export function conditionMeant(text: string, roots: ReadonlySet<string>): string | undefined {
  const fixed = translated(text)
  if (fixed !== undefined && isWhole(fixed)) return fixed
  if (text.includes('{%') || text.length > 1_000) return undefined
  try {
    const read = referencesOf(expressionTree(text.trim()))
    const isOurs = read.some(({ kind }) => kind !== 'variable') && read.every((one) => isKnown(one, roots))
    return isOurs ? `{% ${text.trim()} %}` : undefined
  } catch (error) {
    if (error instanceof ExpressionError) return undefined
    throw error
  }
}

function isKnown(reference: ReturnType<typeof referencesOf>[number], roots: ReadonlySet<string>): boolean {
  return reference.kind === 'step' || (reference.kind === 'root' && roots.has(reference.name))
}

function isWhole(text: string): boolean {
  return wholeExpression(splitTemplate(text)) !== undefined
}
