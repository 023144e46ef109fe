import type { AppView } from '@caseloom/contract/apps/apps'
import type { Field } from '@caseloom/contract/field-types/fields'
import { type Actor, mayPass } from '@caseloom/contract/kernel/permissions'
import { fail } from '../../../platform/errors.ts'
import type { Asking } from '../asking/answerer.ts'
import type { ToolDeps } from './tool-deps.ts'

/** The app by key, name, acronym or id, as far as the asker may see it. Throws resource.not_found. */
export async function appOf(
  deps: Pick<ToolDeps, 'apps'>,
  { scope, actor }: Pick<Asking, 'scope' | 'actor'>,
  wanted: string,
): Promise<AppView> {
  const apps = await deps.apps.listApps(scope, actor)
  const said = wanted.trim().toLowerCase()
  const app =
    apps.find(({ key, id }) => key === said || id === said) ??
    apps.find(({ name, acronym }) => name.toLowerCase() === said || acronym.toLowerCase() === said)
  if (app !== undefined) return app
  const known = apps.map(({ key }) => key).join(', ')
  throw fail('resource.not_found', { detail: `Unknown app "${wanted.slice(0, 100)}". Apps: ${known}` })
}

/** The fields whose values the actor may read: who builds an app sees the definitions of the others too. */
export function readableFields(app: Pick<AppView, 'fields'>, actor: Actor): Field[] {
  return app.fields.filter(({ readers }) => mayPass(actor, readers))
}

/** A record's number such as `ALR-12`, in the parts in which it is looked for. */
export function trackingIdIn(text: string): { trackingId: string; acronym: string } | null {
  const [id, acronym] = /\b([A-Za-z]{2,6})-\d{1,12}\b/.exec(text) ?? []
  if (id === undefined || acronym === undefined) return null
  return { trackingId: id.toUpperCase(), acronym: acronym.toUpperCase() }
}
