import type { AppView } from '@caseloom/contract/apps/apps'
import type { ReportView } from '@caseloom/contract/workspaces/reports'
import { type Inquiry, type Part, plain } from './built-in-deps.ts'
import { inTenant, listPath } from '../tools/places.ts'
import type { NamedPlaces } from '../tools/tool-deps.ts'
import { readPlace } from './named-places.rules.ts'
import type { Token } from './tokens.rules.ts'

/** Leads to a dashboard, a workspace or a saved view by its name, or lists them; null for another question. */
export function answerPlace(
  inquiry: Inquiry,
  tokens: readonly Token[],
  { places, apps }: { places: NamedPlaces; apps: readonly AppView[] },
): Part | null {
  const asked = readPlace(tokens, places)
  if (asked === null) return null
  const isAsked = (kind: string, id: string) =>
    asked.ids.length === 0 ? asked.kind === kind : asked.ids.includes(id)
  const appName = (appId: string) => apps.find(({ id }) => id === appId)?.name ?? ''
  const views = places.views.filter(({ id }) => isAsked('view', id))
  const sources: Part['sources'] = [
    ...places.dashboards
      .filter(({ id }) => isAsked('dashboard', id))
      .map(({ id, name }) => ({
        kind: 'dashboard' as const,
        title: name,
        to: inTenant(inquiry, `/dashboard/${id}`),
      })),
    ...places.workspaces
      .filter(({ id }) => isAsked('workspace', id))
      .map(({ id, name }) => ({
        kind: 'workspace' as const,
        title: name,
        to: inTenant(inquiry, `/workspace/${id}`),
      })),
    ...views.map(({ id, appId, name }) => ({
      kind: 'report' as const,
      title: `${name} (${appName(appId)})`,
      to: inTenant(inquiry, `/search/${appId}/${id}`),
    })),
  ]
  if (sources.length === 0) return null
  const [view, ...more] = views
  return {
    text: ['Open it here:', '', ...sources.map(({ title }) => `- ${plain(title)}`)].join('\n'),
    sources,
    ...(view === undefined || more.length > 0 || sources.length > 1
      ? {}
      : { understood: understoodOf(inquiry, view, apps) }),
  }
}

function understoodOf(
  inquiry: Inquiry,
  view: ReportView,
  apps: readonly AppView[],
): NonNullable<Part['understood']> {
  const app = apps.find(({ id }) => id === view.appId)
  const [sort] = view.sort
  const chip = { filter: null, value: null }
  return {
    subject: { key: app?.key ?? '', name: app?.name ?? '', to: listPath(inquiry, view.appId) },
    chips: [
      ...(view.filter === null
        ? []
        : [{ kind: 'filter' as const, text: view.name, filter: view.filter, value: null }]),
      ...(view.text === ''
        ? []
        : [{ ...chip, kind: 'text' as const, text: `Words “${view.text}”`, value: view.text }]),
      ...(sort === undefined
        ? []
        : [
            {
              ...chip,
              kind: 'sort' as const,
              text: `${sort.field}, ${sort.direction === 'asc' ? 'ascending' : 'descending'}`,
              value: `${sort.direction === 'desc' ? '-' : ''}${sort.field}`,
            },
          ]),
    ],
    unknown: [],
  }
}
