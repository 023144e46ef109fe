import type { When, Workflow, WorkflowAction, WorkflowRule } from '@caseloom/contract/apps/workflow'

const RULES = 100
const SEVERITIES = ['low', 'medium', 'high', 'critical']
const STATES = ['new', 'open', 'closed']
const SOURCES = ['edr', 'siem', 'mail', 'cloud', 'idp', 'waf']
const TECHNIQUES = ['phishing', 'beacon', 'bruteforce', 'exfiltration', 'malware', 'anomaly']
/** Fields that rules hide, open, and require by turns. */
const TARGETS = [
  'description',
  'sha256',
  'src_ip',
  'hostname',
  'url',
  'mail',
  'confidence',
  'dwell',
  'domains',
]

/** Form logic of the alerts that imports bring: a hundred rules in four stages, each with two conditions. */
export function alertWorkflow(): Workflow {
  const rules = Array.from({ length: RULES }, (_, at) => ruleOf(at))
  return {
    stages: Array.from({ length: 4 }, (_, stage) => ({
      id: `s${stage}`,
      title: `Stage ${stage}`,
      on: ['new', 'open', 'edit', 'save', 'import', 'api', 'playbook'],
      branches: Array.from({ length: 25 }, (_unused, branch) => ({
        id: `b${stage}-${branch}`,
        rules: rules.slice(stage * 25 + branch, stage * 25 + branch + 1),
      })),
    })),
  }
}

function pick<T>(list: readonly T[], at: number): T {
  const found = list[at % list.length]
  if (found === undefined) throw new Error('An empty list has nothing to pick')
  return found
}

function ruleOf(at: number): WorkflowRule {
  return { id: `r${at}`, name: `Rule ${at}`, when: whenOf(at), actions: [actionOf(at)], branches: [] }
}

function whenOf(at: number): When {
  const first: When = { field: 'severity', op: 'in', value: [pick(SEVERITIES, at), pick(SEVERITIES, at + 1)] }
  const second: When[] = [
    { field: 'status', op: 'eq', value: pick(STATES, at) },
    { field: 'source', op: 'ne', value: pick(SOURCES, at) },
    { field: 'technique', op: 'in', value: [pick(TECHNIQUES, at), pick(TECHNIQUES, at + 2)] },
    { field: 'title', op: 'contains', value: pick(TECHNIQUES, at) },
    { field: 'risk_score', op: 'gte', value: at % 100 },
    { field: 'confidence', op: 'notEmpty' },
  ]
  return { [at % 3 === 0 ? 'any' : 'all']: [first, pick(second, at)] } as When
}

function actionOf(at: number): WorkflowAction {
  const field = pick(TARGETS, at)
  const id = `a${at}`
  if (at % 20 === 0) {
    const set = { do: 'set', field: 'verdict', to: { value: `Set by rule ${at}` } } as const
    return { id, ...set, repeat: 'once', onlyIfEmpty: false }
  }
  if (at % 5 === 1) return { id, do: 'require', fields: [field] }
  if (at % 5 === 2) return { id, do: 'message', level: 'warning', text: `Rule ${at} applies` }
  return { id, do: at % 2 === 0 ? 'hide' : 'editable', items: [{ field }] }
}
