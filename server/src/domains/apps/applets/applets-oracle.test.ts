import { AppletCreate, AppletUpdate, type AppletView } from '@caseloom/contract/apps/applets'
import { AppCreate, type AppView } from '@caseloom/contract/apps/apps'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { anAppsDoor } from '@caseloom/testkit/apps-door'
import { anActor, anInstallation, type TestInstallation } from '@caseloom/testkit/installation'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TenantScope } from '../../../platform/database/types.ts'
import { isFailure } from '../../../platform/errors.ts'
import { appsMigrations } from '../apps.migrations.ts'

/*
 * Applets and the apps that link them as several people see them. Every fact holds a word of its own, and the oracle knows
 * from roles and sharing alone who can read which word. It shares no code with the product.
 */

let installation: TestInstallation
let scope: TenantScope
const door = anAppsDoor()
const LEADS = '22222222-2222-4222-8222-222222222222'
const TEAM = '33333333-3333-4333-8333-333333333333'

interface Person {
  actor: Actor
  lead: boolean
  team: boolean
  builds: boolean
}
const people: Person[] = []
let applet: AppletView
const apps: AppView[] = []

beforeAll(async () => {
  installation = await anInstallation('applets_oracle', appsMigrations)
  scope = await installation.aTenant()
  const keeper = anActor(scope, { principals: [LEADS, TEAM] })
  for (const lead of [true, false])
    for (const team of [true, false])
      for (const builds of [true, false]) {
        const principals = [...(lead ? [LEADS] : []), ...(team ? [TEAM] : [])]
        const may = builds ? (['app:read', 'app:build'] as const) : (['app:read'] as const)
        people.push({ actor: anActor(scope, { principals, may }), lead, team, builds })
      }
  const text = { type: 'text' }
  const late = { ...text, key: 'late', label: 'late-label' }
  const shape = {
    name: 'Part',
    section: { title: 'Part', fields: ['plain', 'secret', 'late'] },
    fields: [
      { ...text, key: 'plain', label: 'plain-label' },
      { ...text, key: 'secret', label: 'secret-label', readers: [LEADS] },
    ],
  }
  const first = AppletCreate.parse({ ...shape, key: 'part', fields: [...shape.fields, late] })
  const { id: appletId } = await door.applets.create(scope, keeper, first)
  const fields = [...shape.fields, { ...late, readers: [LEADS] }]
  const second = AppletUpdate.parse({ ...shape, fields, revision: 1 })
  applet = await door.applets.update(scope, keeper, { ...second, appletId })
  for (const [at, sharing] of [null, [{ to: { groupId: TEAM }, level: 'manage' }]].entries()) {
    const overrides = { secret: { label: `secret-local-${at}` } }
    const input = AppCreate.parse({
      key: `app_${at}`,
      acronym: `AP${'XY'[at]}`,
      name: `name-of-${at}`,
      titleField: 'title',
      listColumns: ['title'],
      layout: [],
      sharing,
      fields: [{ ...text, key: 'title', label: 'Title' }],
      applets: [{ applet: applet.id, prefix: 'part', revision: 2, overrides }],
    })
    apps.push(await door.createApp(scope, keeper, input))
  }
}, 120_000)
afterAll(() => installation.close())

const WORDS = ['secret-label', 'late-label', 'secret-local-0', 'secret-local-1', 'name-of-0', 'name-of-1']

/** What of the words someone can read at most, whatever they ask. */
function allowed({ lead, team, builds }: Person): Set<string> {
  return new Set([
    'name-of-0',
    ...(team ? ['name-of-1'] : []),
    // The applet and the first app are shared with everyone, the second with the team: there builders build.
    ...(lead || builds ? ['secret-label', 'late-label', 'secret-local-0'] : []),
    ...(team && (lead || builds) ? ['secret-local-1'] : []),
  ])
}

type Ask = (actor: Actor) => Promise<unknown>
const ASKED: Record<string, Ask> = {
  'the applets': (actor) => door.applets.list(scope, actor),
  'the applet': (actor) => door.applets.get(scope, actor, applet.id),
  'its revision': (actor) => door.applets.revision(scope, actor, { appletId: applet.id, revision: '2' }),
  'a revision from before its field got readers': (actor) =>
    door.applets.revision(scope, actor, { appletId: applet.id, revision: '1' }),
  'its revisions': (actor) => door.applets.revisions(scope, actor, { appletId: applet.id, limit: 10 }),
  'its uses': (actor) => door.applets.uses(scope, actor, applet.id),
  'its updates': (actor) => door.applets.updates(async () => [], scope, actor, applet.id),
  'the refusal to delete it': (actor) => door.applets.remove(scope, actor, applet.id),
  'the apps': (actor) => door.listApps(scope, actor),
  'an app': (actor) => door.getApp(scope, actor, apps[1]?.id ?? ''),
  'a detached app': (actor) =>
    door.applets.detach(scope, actor, { appId: apps[1]?.id ?? '', prefix: 'none', revision: 1 }),
}

/** Words that someone read and may not, by what was asked. */
async function betrayed(asked: Record<string, Ask>): Promise<string[]> {
  const found: string[] = []
  for (const [what, ask] of Object.entries(asked))
    for (const person of people) {
      const answer = await ask(person.actor).catch((error: unknown) => {
        if (isFailure(error)) return { code: error.code, ...error.details }
        throw error
      })
      const read = WORDS.filter((word) => JSON.stringify(answer ?? null).includes(word))
      const may = allowed(person)
      found.push(...read.filter((word) => !may.has(word)).map((word) => `${what}: ${word}`))
    }
  return found
}

test('no one reads through an applet or a link what they may not', async () => {
  expect(await betrayed(ASKED)).toEqual([])
})

test('a planted hole is found: an app with all overrides of its links', async () => {
  const keeper = anActor(scope, { principals: [LEADS, TEAM] })
  const whole = await door.getApp(scope, keeper, apps[0]?.id ?? '')
  const hole: Ask = async (actor) => {
    const seen = await door.getApp(scope, actor, whole.id)
    return { ...seen, applets: whole.applets }
  }
  const found = await betrayed({ hole })
  expect(new Set(found)).toEqual(new Set(['hole: secret-local-0']))
})
