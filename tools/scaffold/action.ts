import { addBefore, addImport, inTurn } from './edit.ts'
import type { Plan } from './write.ts'

const NAME = /^([a-z]{3,20})\.([a-z][A-Za-z]{2,30})$/
/** Where actions of a group are specified; groups that no file has go beside those that reach outside. */
const SPECS: Readonly<Record<string, [file: string, list: string]>> = {
  data: ['actions-data', 'dataActions'],
  record: ['actions-records', 'recordActions'],
}
const OTHERS: [file: string, list: string] = ['actions-outside', 'outsideActions']
const EFFECTS = 'server/src/domains/automation/actions'

/** The specification of an action with an effect, the effect, and a test that fails until the effect is written. */
export function actionPlan(name: string, title: string): Plan | string {
  const [, group = '', verb = ''] = NAME.exec(name) ?? []
  if (group === '') return `"${name}" is no name of an action: group.verb, such as record.archive`
  if (title.trim() === '' || /['\\\n]/.test(title)) return 'The title is empty, or has quotes'
  const dashed = verb.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  const base = `${dashed}-${group}`
  const schema = `${capital(group)}${capital(verb)}`
  const effect = `${verb}${capital(group)}Effect`
  const [spec, list] = SPECS[group] ?? OTHERS
  return {
    files: {
      [`playbook/src/action-${base}.ts`]: specText(name, title, schema),
      [`${EFFECTS}/${base}.ts`]: effectText({ base, schema, effect, title }),
      [`${EFFECTS}/${base}.test.ts`]: testText({ base, effect, title, name }),
    },
    edits: {
      [`playbook/src/${spec}.ts`]: inTurn(
        addImport(`import { ${lower(schema)} } from './action-${base}.ts'`),
        addBefore(new RegExp(`^export const ${list}`), /^\]/, `  ${lower(schema)},`),
      ),
      [`${EFFECTS}/built-in-effects.ts`]: inTurn(
        addImport(`import { ${effect} } from './${base}.ts'`),
        addBefore(/actions: new Map\(\[/, /^ {4}\]\),/, `      ['${name}', ${effect}()],`),
      ),
    },
    next: [
      `playbook/src/action-${base}.ts   its input and output`,
      `${EFFECTS}/${base}.ts   the effect; pass it the doors that it needs`,
      'web/src/domains/automation/shared/action-icon.tsx   an icon, where that of the group does not do',
      'docs/help/automate/actions.md   a line in the table',
      `npm test -- --only=unit ${EFFECTS}/${base}`,
    ],
  }
}

const capital = (word: string) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`
const lower = (word: string) => `${word.charAt(0).toLowerCase()}${word.slice(1)}`

function specText(name: string, title: string, schema: string): string {
  return `import { z } from 'zod'
import { type ActionSpec, objectSchema } from './action-spec.ts'

export const ${schema} = z.strictObject({ id: z.string().min(1).max(200) })

export const ${lower(schema)}: ActionSpec = {
  name: '${name}',
  title: '${title}',
  description: 'Says in one sentence what it does.',
  kind: 'effect',
  input: ${schema},
  required: ['id'],
  output: objectSchema({ id: { type: 'string' } }),
}
`
}

interface Words {
  base: string
  effect: string
  title: string
}

function effectText({ base, schema, effect, title }: Words & { schema: string }): string {
  return `import { ${schema} } from '@caseloom/playbook/action-${base}'
import { effectOf, failedStep } from '../effects/effect-of.ts'
import type { EffectAction } from '../effects/effects.ts'

/** ${title}: once per idempotency key, with the permissions of the run. */
export function ${effect}(): EffectAction {
  return effectOf(${schema}, ({ id }) => Promise.resolve(failedStep('step.failed', \`Not written yet: \${id}\`)))
}
`
}

function testText({ base, effect, title, name }: Words & { name: string }): string {
  return `import { anActor } from '@caseloom/testkit/installation'
import { createRecordsFixture, type RecordsFixture } from '@caseloom/testkit/records-fixture'
import { aStepBench, type StepBench } from '@caseloom/testkit/step-effects'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ${effect} } from './${base}.ts'

let fixture: RecordsFixture
let bench: StepBench

beforeAll(async () => {
  fixture = await createRecordsFixture()
  bench = aStepBench(fixture.scope, new Map([['${name}', ${effect}()]]), anActor(fixture.scope))
})
afterAll(() => fixture?.close())

test('${title.toLowerCase()}: the step succeeds', async () => {
  expect(await bench.step('${name}', { id: 'one' })).toEqual({ ok: true, output: { id: 'one' } })
})

test('${title.toLowerCase()}: wrong input fails the step at its place', async () => {
  const outcome = await bench.step('${name}', { id: 1 })
  expect(outcome).toMatchObject({ ok: false, error: { code: 'step.bad_input' } })
})
`
}
