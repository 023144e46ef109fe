import type { Workflow, WorkflowTest } from '@caseloom/contract/apps/workflow'
import type { Checking } from './checking.ts'
import {
  couldSay,
  namesIn,
  WITHHELD,
  withNames,
  withoutUnreadable,
} from '@caseloom/contract/apps/message-names'
import type { FormFields } from './tests.ts'
import { placedRules } from './walk.ts'

/** Tests hold no values of fields that only some roles can read: everyone who builds the app sees the tests. */
export function isOpenField({ own }: FormFields, key: string): boolean {
  return own.get(key)?.readers === undefined
}

/** Tests with the same ID, a role that doesn't exist, or a value that not everyone who builds the app may read. */
export function testProblems({ workflow, parts, fields, report }: Checking): void {
  const { tests = [] } = workflow
  const ids = new Set<string>()
  const closed = closedTexts(workflow, (key) => isOpenField(fields, key))
  for (const [at, test] of tests.entries()) {
    const { id, name, role } = test
    const place = (...rest: (string | number)[]) => ({ path: ['tests', at, ...rest], items: [], test: id })
    if (ids.has(id)) report({ ...place('id'), code: 'duplicate', message: `Two tests have the ID "${id}"` })
    ids.add(id)
    if (role !== undefined && parts.roles?.includes(role) === false) {
      const message = `The role of the test "${name}" doesn’t exist`
      report({ ...place('role'), code: 'unknown_role', message, severity: 'warning' })
    }
    for (const [index, { text }] of test.expect.messages.entries()) {
      if (revealedIn(text, closed) === null) continue
      const message = `The test "${name}" expects a message with a value that only some roles can read. Accept the new outcome to remove it.`
      report({ ...place('expect', 'messages', index, 'text'), code: 'betrays', message })
    }
    for (const [part, key] of valuesIn(test)) {
      if (isOpenField(fields, key)) continue
      const message = `The test "${name}" has a value of "${key}", which only some roles can read. Accept the new outcome to remove it.`
      report({ ...place(...part, key), code: 'betrays', message })
    }
  }
}

function valuesIn({ stored, given, expect }: WorkflowTest): [part: string[], key: string][] {
  const keysOf = (part: string[], values: object) =>
    Object.keys(values).map((key): [string[], string] => [part, key])
  return [
    ...keysOf(['stored'], stored ?? {}),
    ...keysOf(['given'], given),
    ...keysOf(['expect', 'values'], expect.values),
  ]
}

interface ClosedText {
  template: string
  /** Without the names of fields that can't be read. */
  open: string
}

/** Texts of messages that name fields which can't be read. */
function closedTexts(workflow: Workflow, isShown: (key: string) => boolean): ClosedText[] {
  return placedRules(workflow).flatMap(({ rule }) =>
    rule.actions.flatMap((action) => {
      if (action.do !== 'message' || namesIn(action.text).every(isShown)) return []
      return [{ template: action.text, open: withoutUnreadable(action.text, isShown) }]
    }),
  )
}

/** What an expected text may say instead of a value that it reveals; null when it reveals none. */
function revealedIn(text: string, closed: readonly ClosedText[]): string | null {
  const found = closed.find(({ template, open }) => couldSay(template, text) && !couldSay(open, text))
  return found === undefined ? null : withNames(found.open, () => WITHHELD)
}

/** The workflow without values of fields that a reader may not know, wherever its tests have some; `whole` has linked stages too. */
export function withoutValues(
  workflow: Workflow,
  isShown: (key: string) => boolean,
  whole: Workflow = workflow,
): Workflow {
  const { tests } = workflow
  if (tests === undefined) return workflow
  const closed = closedTexts(whole, isShown)
  const shown = <T>(values: Record<string, T>) =>
    Object.fromEntries(Object.entries(values).filter(([key]) => isShown(key)))
  return {
    ...workflow,
    tests: tests.map((test) => ({
      ...test,
      stored: test.stored === null ? null : shown(test.stored),
      given: shown(test.given),
      expect: {
        ...test.expect,
        values: shown(test.expect.values),
        messages: test.expect.messages.map((message) => ({
          ...message,
          text: revealedIn(message.text, closed) ?? message.text,
        })),
      },
    })),
  }
}
