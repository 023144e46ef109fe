import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import { freshKey } from './keys.ts'
import { isObject, listAt, setIn, triggersOf } from './places.ts'

/** A saved test of the draft, as far as it can be read. */
export interface SavedTest {
  key: string
  title: string
  test: JsonObject
}

const TESTS = ['tests']

export function testsOf(document: JsonObject): SavedTest[] {
  return listAt(document, TESTS).flatMap((test): SavedTest[] => {
    if (!isObject(test)) return []
    const { key, title } = test
    return typeof key === 'string' ? [{ key, title: typeof title === 'string' ? title : key, test }] : []
  })
}

export function freshTestKey(document: JsonObject, title: string): string {
  return freshKey(title, new Set(testsOf(document).map(({ key }) => key)))
}

/** The document with a test, in place of one with the same key. */
export function withTest(document: JsonObject, test: JsonObject): JsonObject {
  const tests = listAt(document, TESTS)
  const at = tests.findIndex((one) => isObject(one) && one['key'] === test['key'])
  return setIn(document, TESTS, at < 0 ? [...tests, test] : tests.with(at, test))
}

export function withoutTest(document: JsonObject, key: string): JsonObject {
  const tests = listAt(document, TESTS).filter((one) => !isObject(one) || one['key'] !== key)
  return setIn(document, TESTS, tests.length === 0 ? undefined : tests)
}

/** Changes one test; a test that is gone stays gone. */
export function changeTest(
  document: JsonObject,
  key: string,
  change: (test: JsonObject) => JsonObject,
): JsonObject {
  const found = testsOf(document).find((one) => one.key === key)
  return found === undefined ? document : withTest(document, change(found.test))
}

export function duplicateTest(
  document: JsonObject,
  key: string,
  title: string,
): { document: JsonObject; key: string } {
  const found = testsOf(document).find((one) => one.key === key)
  const next = freshTestKey(document, title)
  if (found === undefined) return { document, key }
  return { document: withTest(document, { ...found.test, key: next, title }), key: next }
}

/** Steps that a test names keep their name when they are renamed. */
export function renameStepInTests(document: JsonObject, from: string, to: string): JsonObject {
  return mapTests(document, (test) => {
    const { given, expect } = test
    return {
      ...test,
      ...(isObject(given) ? { given: renamedKeys(given, from, to) } : {}),
      ...(isObject(expect) && isObject(expect['steps'])
        ? { expect: { ...expect, steps: renamedKeys(expect['steps'], from, to) } }
        : {}),
    }
  })
}

export function renameTriggerInTests(document: JsonObject, from: string, to: string): JsonObject {
  return mapTests(document, (test) => {
    const { trigger } = test
    return isObject(trigger) && trigger['key'] === from ? { ...test, trigger: { ...trigger, key: to } } : test
  })
}

function mapTests(document: JsonObject, change: (test: JsonObject) => JsonObject): JsonObject {
  if (!Array.isArray(document['tests'])) return document
  return { ...document, tests: document['tests'].map((one) => (isObject(one) ? change(one) : one)) }
}

/** Names are keys or paths: `each#0/lookup`, `save!undo`. */
function renamedKeys(named: JsonObject, from: string, to: string): JsonObject {
  const renamed = (path: string) =>
    path
      .split('/')
      .map((part) => part.replace(/^[^#!]+/, (key) => (key === from ? to : key)))
      .join('/')
  return Object.fromEntries(Object.entries(named).map(([path, value]) => [renamed(path), value]))
}

/** The title of the trigger that a test starts with; null for one that is started by hand. */
export function triggerTitle(document: JsonObject, test: JsonObject): string | null {
  const trigger = test['trigger']
  const key: JsonValue | undefined = isObject(trigger) ? trigger['key'] : undefined
  if (typeof key !== 'string') return null
  const title = triggersOf(document).find((one) => one.key === key)?.trigger['title']
  return typeof title === 'string' ? title : key
}
