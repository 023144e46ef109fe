import { PlaybookTest, TEST_LIMITS, TEST_PROPERTIES } from './document-tests.ts'
import { type Issue, type IssuePath, issuesOf, suggestion, valueAt } from './issues.ts'
import { stepOfPath } from './step-of-path.ts'
import { type Draft, withSuggestions } from './validate-draft.ts'

/** Checks the saved tests of a document one by one; names of steps and triggers that are gone are warnings. */
export function checkTests(doc: unknown, draft: Draft, issues: Issue[]): void {
  const tests = valueAt(doc, ['tests'])
  if (!Array.isArray(tests)) return
  const seen = new Set<string>()
  for (const [index, raw] of tests.slice(0, TEST_LIMITS.tests).entries()) {
    const path = ['tests', index]
    const parsed = PlaybookTest.safeParse(raw)
    if (!parsed.success) {
      issues.push(...withSuggestions(issuesOf(parsed.error, raw, path), TEST_PROPERTIES))
      continue
    }
    const test = parsed.data
    if (seen.has(test.key)) {
      const message = `Another test is already named "${test.key}"`
      issues.push({ path: [...path, 'key'], code: 'duplicate_key', message })
    }
    seen.add(test.key)
    if (JSON.stringify(raw).length > TEST_LIMITS.characters) {
      const message = `The test "${test.title}" has more than ${TEST_LIMITS.characters} characters: use a shorter sample`
      issues.push({ path, code: 'limit', message })
    }
    checkNames(test, path, draft, issues)
  }
}

function checkNames(test: PlaybookTest, path: IssuePath, draft: Draft, issues: Issue[]): void {
  const { key } = test.trigger
  const triggers = draft.triggers.map(({ trigger }) => trigger.key)
  if (key !== undefined && !triggers.includes(key)) {
    const message = `Unknown trigger "${key}"${suggestion(key, triggers)}`
    issues.push({ path: [...path, 'trigger', 'key'], code: 'unknown_reference', message, warning: true })
  }
  const named: [string, string[]][] = [
    ['given', Object.keys(test.given)],
    ['steps', Object.keys(test.expect.steps ?? {})],
  ]
  for (const [part, names] of named) {
    const at = part === 'given' ? ['given'] : ['expect', 'steps']
    for (const name of names) {
      const step = stepOfPath(name)
      if (draft.listOf.has(step)) continue
      const message = `Unknown step "${step}"${suggestion(step, draft.listOf.keys())}`
      issues.push({ path: [...path, ...at, name], code: 'unknown_step', message, warning: true })
    }
  }
}
