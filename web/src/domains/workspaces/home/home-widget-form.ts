import { HomeWidget } from '@caseloom/contract/workspaces/home-pages'
import { type HomeKind, LIST_KINDS, type ListKind } from './home-draft.ts'

/** Everything that a widget may be set to, of whichever kind: changing the kind forgets nothing. */
export interface HomeWidgetForm {
  kind: HomeKind
  title: string
  width: number
  rows: number
  dashboardId: string | null
  /** Null is the whole dashboard. */
  widget: string | null
  markdown: string
  links: readonly { label: string; url: string }[]
}

export const NEW_LINK = { label: '', url: 'https://' }
const EMPTY: HomeWidgetForm = {
  kind: 'queue',
  title: '',
  width: 1,
  rows: 10,
  dashboardId: null,
  widget: null,
  markdown: '',
  links: [NEW_LINK],
}

export function isListKind(kind: HomeKind): kind is ListKind {
  return LIST_KINDS.some((one) => one === kind)
}

export function homeWidgetForm(widget: HomeWidget | null): HomeWidgetForm {
  if (widget === null) return EMPTY
  const { kind, title, width } = widget
  const form = { ...EMPTY, kind, title, width }
  if (widget.kind === 'dashboard')
    return { ...form, dashboardId: widget.dashboardId, widget: widget.widget ?? null }
  if (widget.kind === 'text') return { ...form, markdown: widget.markdown }
  if (widget.kind === 'links') return { ...form, links: widget.links }
  return 'rows' in widget ? { ...form, rows: widget.rows } : form
}

/** The widget that a form describes, or the paths of what is wrong in it. */
export function readHomeWidget(
  id: string,
  form: HomeWidgetForm,
): { widget: HomeWidget; faults: [] } | { widget: null; faults: string[] } {
  const { kind, title, width } = form
  const parsed = HomeWidget.safeParse({ id, kind, title, width, ...settingsOf(form) })
  if (parsed.success) return { widget: parsed.data, faults: [] }
  return { widget: null, faults: parsed.error.issues.map(({ path }) => path.join('.')) }
}

function settingsOf(form: HomeWidgetForm): object {
  const { kind, rows, dashboardId, widget, markdown, links } = form
  if (isListKind(kind)) return { rows }
  if (kind === 'dashboard') return { dashboardId, ...(widget === null ? {} : { widget }) }
  if (kind === 'text') return { markdown }
  return kind === 'links' ? { links } : {}
}
