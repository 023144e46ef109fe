import type { WidgetData } from '@caseloom/contract/workspaces/workspaces'
import { matrixOf, stagesOf } from './stages.rules.ts'
import { fieldOf, type Look } from './widget-look.ts'
import { figureOf, type WidgetOf } from './widget-query.ts'
import { timeCondition, together } from './widget-time.rules.ts'
import type { WorkspacesDeps } from './workspaces-deps.ts'

/** A selection can have more options than a funnel has room for. */
const MAX_STAGES = 20

/** The records of each technique, below its tactics. */
export async function attackData(
  { records }: WorkspacesDeps,
  look: Look,
  widget: WidgetOf<'attack'>,
): Promise<WidgetData> {
  const { rows } = await records.aggregateRecords(look.scope, look.actor, figureOf(widget, look))
  const base = [widget.filter, ...timeCondition(widget.timeField, look.range)]
  const tactics = matrixOf(rows, widget.limit).map(({ techniques, ...tactic }) => ({
    ...tactic,
    techniques: techniques.map((technique) => ({
      ...technique,
      filter: together(...base, { field: widget.field, op: 'startsWith', value: technique.id }),
    })),
  }))
  return { kind: 'attack', tactics }
}

/** How many records have reached each stage. */
export async function funnelData(
  deps: WorkspacesDeps,
  look: Look,
  widget: WidgetOf<'funnel'>,
): Promise<WidgetData> {
  const { scope, actor, range } = look
  const { rows } = await deps.records.aggregateRecords(scope, actor, figureOf(widget, look))
  const field = await fieldOf(deps, scope, widget.app, widget.groupBy)
  const options = field !== undefined && 'options' in field ? field.options : []
  const base = [widget.filter, ...timeCondition(widget.timeField, range)]
  const all = stagesOf(rows, widget.steps ?? options.map(({ key }) => key))
  const stages = all.slice(0, MAX_STAGES).map(({ reached, ...stage }) => ({
    ...stage,
    label: options.find(({ key }) => key === stage.key)?.label ?? stage.key,
    filter: together(...base, { field: widget.groupBy, op: 'in', value: reached }),
  }))
  return { kind: 'funnel', stages }
}
