import { z } from 'zod'
import { Instant } from '../kernel/ids.ts'
import { route } from '../kernel/route.ts'

/** What the canvas shows, in the order of its columns: what starts work, what works, and where it ends. */
export const CanvasKind = z.enum([
  'trigger',
  'playbook',
  'app',
  'applet',
  'table',
  'asset',
  'connector',
  'people',
  'dashboard',
  'workspace',
])
export type CanvasKind = z.infer<typeof CanvasKind>

/** Runs of the last day; those that failed are among them. */
export const CanvasActivity = z.object({ runs: z.number().int(), failed: z.number().int() })
export type CanvasActivity = z.infer<typeof CanvasActivity>

export const CanvasNode = z.object({
  /** The same for as long as the thing exists. */
  id: z.string(),
  kind: CanvasKind,
  /** What addresses name it by; null for what has no page, and for what is missing. */
  ref: z.string().nullable(),
  name: z.string(),
  /** Of a trigger its kind, of an asset its connector, of an app its acronym, of people `role`, `group`, or `user`. */
  detail: z.string().nullable(),
  icon: z.string().nullable(),
  /** `missing`: named by something, and it doesn't exist or isn't shared with the caller. */
  state: z.enum(['ready', 'draft', 'off', 'failing', 'archived', 'missing']),
  /** Null for what doesn't run, and for those who can't see runs. */
  activity: CanvasActivity.nullable(),
})
export type CanvasNode = z.infer<typeof CanvasNode>

/**
 * How one thing leads to another. `starts` a playbook; `fails`: its failure starts it; `calls` a component; `reads` and
 * `writes` records or rows; `uses` an asset or connector; `asks` people; `refers` to records of an app; `brings` an
 * applet's fields; `shows` an app's records; `holds` apps and dashboards.
 */
export const CanvasLink = z.enum([
  'starts',
  'fails',
  'calls',
  'reads',
  'writes',
  'uses',
  'asks',
  'refers',
  'brings',
  'shows',
  'holds',
])
export type CanvasLink = z.infer<typeof CanvasLink>

export const CanvasEdge = z.object({
  id: z.string(),
  from: z.string(),
  to: z.string(),
  link: CanvasLink,
  /** Steps, triggers, or widgets that make the connection; of references, the fields. */
  places: z.array(z.string()),
  /** Fields that pass along it, by label: only those that the caller can read. */
  fields: z.array(z.string()),
  /** Of what starts or calls a playbook: its runs. Elsewhere only failures are known: of the steps in `places`. */
  activity: z.object({ runs: z.number().int().nullable(), failed: z.number().int() }).nullable(),
})
export type CanvasEdge = z.infer<typeof CanvasEdge>

/**
 * `missing`: named, and not there. `unpublished`, `off`: a playbook that can't start. `triggerOff`, `unstarted`: nothing
 * starts it. `assetFailing`: its last test failed, or it isn't connected. `unused`: nothing works with it. `unfilled`: no
 * playbook fills the app.
 */
export const CanvasProblem = z.object({
  code: z.enum([
    'missing',
    'unpublished',
    'off',
    'triggerOff',
    'unstarted',
    'assetFailing',
    'unused',
    'unfilled',
  ]),
  severity: z.enum(['error', 'warning', 'hint']),
  node: z.string(),
})
export type CanvasProblem = z.infer<typeof CanvasProblem>

export const CanvasView = z.object({
  nodes: z.array(CanvasNode),
  edges: z.array(CanvasEdge),
  problems: z.array(CanvasProblem),
  /** Activity is counted from here on; null for those who can't see runs. */
  since: Instant.nullable(),
  /** There were more runs than are counted: activity is of the newest. */
  partial: z.boolean(),
})
export type CanvasView = z.infer<typeof CanvasView>

export const getCanvas = route({
  method: 'GET',
  path: '/api/tenant/:tenantId/canvas',
  summary:
    'Shows the apps, playbooks, assets, tables, and dashboards of the tenant with their connections, as far as the caller sees them',
  needs: 'app:read',
  reply: CanvasView,
})
