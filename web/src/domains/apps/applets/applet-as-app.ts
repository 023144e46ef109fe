import { type AppletUpdate, type AppletView, FieldAllowance } from '@caseloom/contract/apps/applets'
import type { AppView } from '@caseloom/contract/apps/apps'
import { type AppDraft, draftOf } from '../draft/app-draft.ts'

// The builder edits apps; an applet is shown to it as an app of one section, with what apps lack stored beside it.

/** What applets have and apps lack. */
interface AppletParts {
  allows: Record<string, FieldAllowance>
  follow: AppletView['follow']
}
export type AppletDraft = AppDraft & AppletParts

/** The title field, the acronym, and the list columns of an app have no meaning here and stay empty. */
export function appletAsApp(applet: AppletView): AppView & AppletParts {
  const { id, section, can, links: _links, updatedBy: _by, ...rest } = applet
  return {
    ...rest,
    // The builder passes it back to the source only, which knows it as the applet's.
    id: id as unknown as AppView['id'],
    acronym: '',
    titleField: '',
    listColumns: [],
    layout: [section],
    can: { build: can.build, createRecord: false },
  }
}

/** The parts of an applet that the drafts of its builder keep: whatever the builder changes, it copies the rest. */
export function appletDraft(draft: AppDraft): AppletDraft {
  const { allows = {}, follow = 'ask' } = draft as Partial<AppletDraft>
  return { ...draft, allows, follow }
}

/** What publishing sends. */
export function appletBody(draft: AppDraft, revision: number): AppletUpdate {
  const { name, description, icon, fields, layout, workflow, sharing, allows, follow } = appletDraft(draft)
  const [section] = layout
  const keys = new Set(fields.map(({ key }) => key))
  const { tab: _tab, applet: _applet, ...own } = section ?? { title: name, columns: 2 as const, fields: [] }
  return {
    revision,
    name,
    icon,
    fields,
    section: own,
    follow,
    // A field that is gone leaves nothing behind.
    allows: Object.fromEntries(Object.entries(allows).filter(([key]) => keys.has(key))),
    ...(description === undefined ? {} : { description }),
    ...(workflow === undefined ? {} : { workflow }),
    ...(sharing === undefined ? {} : { sharing }),
  }
}

const DEFAULT_ALLOWANCE = FieldAllowance.parse({})

export function allowanceOf(draft: AppDraft, key: string): FieldAllowance {
  return appletDraft(draft).allows[key] ?? DEFAULT_ALLOWANCE
}

/** What is new about a field since the published version, for the tag beside its name. */
export type FieldNews =
  | { what: 'new' }
  | { what: 'options'; count: number }
  | { what: 'renamed'; from: string }
  | { what: 'changed' }
  | null

export function newsOf(base: AppView, draft: AppDraft, key: string): FieldNews {
  const before = draftOf(base).fields.find((field) => field.key === key)
  const now = draft.fields.find((field) => field.key === key)
  if (now === undefined) return null
  if (before === undefined) return { what: 'new' }
  if (before.label !== now.label) return { what: 'renamed', from: before.label }
  const count = optionCount(now) - optionCount(before)
  if (count > 0) return { what: 'options', count }
  return JSON.stringify(before) === JSON.stringify(now) ? null : { what: 'changed' }
}

function optionCount(field: AppDraft['fields'][number]): number {
  return 'options' in field ? field.options.length : 0
}
