import type { AppView, Promotion } from '@caseloom/contract/apps/apps'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { StoredApp } from '../definition/app-definition.ts'
import { fieldsKnownTo, mayReadApp } from '../definition/app-sharing.rules.ts'

/** The IDs of the apps that the promotions of an app lead to. */
export function targetsOf({ fields, promotions = [] }: Pick<AppView, 'fields' | 'promotions'>): string[] {
  const links = new Set(promotions.map(({ link }) => link))
  return [...new Set(fields.flatMap((field) => ('app' in field && links.has(field.key) ? [field.app] : [])))]
}

/**
 * An app as someone sees it who does not build it: promotions name only fields of the other app that they can read
 * there. `apps` holds the targets.
 */
export function withKnownTargets(view: AppView, actor: Actor, apps: ReadonlyMap<string, StoredApp>): AppView {
  const { promotions, fields } = view
  if (promotions === undefined || view.can.build) return view
  return {
    ...view,
    promotions: promotions.map((promotion) => {
      const link = fields.find(({ key }) => key === promotion.link)
      const target = link !== undefined && 'app' in link ? apps.get(link.app) : undefined
      const known = target !== undefined && mayReadApp(actor, target) ? fieldsKnownTo(actor, target) : []
      return onlyInto(promotion, new Set(known.map(({ key }) => key)))
    }),
  }
}

function onlyInto({ copy, combine, ...rest }: Promotion, known: ReadonlySet<string>): Promotion {
  const isKnown = ([key]: [string, unknown]) => known.has(key)
  return {
    ...rest,
    copy: Object.fromEntries(Object.entries(copy).filter(isKnown)),
    ...(combine === undefined
      ? {}
      : { combine: Object.fromEntries(Object.entries(combine).filter(isKnown)) }),
  }
}
