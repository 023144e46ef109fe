import { exportsWithout } from '@caseloom/contract/apps/export-templates'
import type { AppletLink, FieldOverride, LinkedApplet } from '@caseloom/contract/apps/applet-links'
import type { AppletView } from '@caseloom/contract/apps/applets'
import { expandApplet } from '@caseloom/workflow/applets/expand'
import { detachLink, putLink, removeLink } from '@caseloom/workflow/applets/link'
import type { AppDraft } from '../draft/app-draft.ts'

// Links in the draft of an app. A link there also knows the name and the stages of its applet, as that of a published app does.

function asLinked(applet: AppletView, link: AppletLink): AppletLink & Partial<LinkedApplet> {
  return { ...link, name: applet.name, stages: expandApplet(applet, link).stages }
}

export function linkOf(draft: AppDraft, prefix: string): AppletLink | undefined {
  return draft.applets?.find((one) => one.prefix === prefix)
}

export function nameOfLink(link: AppletLink): string {
  return 'name' in link && typeof link.name === 'string' ? link.name : link.prefix
}

/** Adds or changes a link; `at` is the place of a new section. */
export function withLink(draft: AppDraft, applet: AppletView, link: AppletLink, at?: number): AppDraft {
  return putLink<AppletLink, AppDraft>(draft, applet, { link: asLinked(applet, link), at })
}

/** An override without anything in it is none. */
export function withOverride(
  link: AppletLink,
  key: string,
  override: { [Part in keyof FieldOverride]?: FieldOverride[Part] | undefined },
): AppletLink {
  const entries = Object.entries(override).filter(([, value]) => value !== undefined)
  const { [key]: _before, ...others } = link.overrides
  return {
    ...link,
    overrides: entries.length === 0 ? others : { ...others, [key]: Object.fromEntries(entries) },
  }
}

export function detached(draft: AppDraft, prefix: string): AppDraft {
  const applets = (draft.applets ?? []).map((link): LinkedApplet => {
    const { stages = [] } = link as Partial<LinkedApplet>
    return { ...link, name: nameOfLink(link), stages }
  })
  return detachLink({ ...draft, applets }, prefix)
}

/** Its fields also leave the lists and the layouts for roles. */
export function unlinked(draft: AppDraft, prefix: string): AppDraft {
  const next = removeLink(draft, prefix)
  const keys = new Set(draft.fields.filter(({ applet }) => applet === prefix).map(({ key }) => key))
  const { layouts } = next
  return {
    ...next,
    listColumns: next.listColumns.filter((key) => !keys.has(key)),
    ...exportsWithout(next.exports, (key) => keys.has(key)),
    ...(layouts === undefined
      ? {}
      : {
          layouts: layouts.map((layout) => ({
            ...layout,
            sections: layout.sections
              .filter(({ applet }) => applet !== prefix)
              .map((section) => ({ ...section, fields: section.fields.filter((key) => !keys.has(key)) })),
          })),
        }),
  }
}
