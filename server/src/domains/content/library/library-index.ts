import type { ContentKind, ContentStage } from '@caseloom/contract/content/content-kinds'
import type { ContentRef } from '@caseloom/contract/content/packages'

/** A package of the library: what it offers. What the items need comes along. */
export interface IndexedPackage {
  package: string
  title: string
  version: string
  description: string
  /** Built-in product lines that show it, beside the vendor’s own. */
  lines: readonly string[]
  items: readonly (ContentRef & { stage: ContentStage })[]
}

function of(kind: ContentKind, stage: ContentStage, ...keys: string[]): IndexedPackage['items'] {
  return keys.map((key) => ({ kind, key, stage }))
}

const security = ['security'] as const
const it = ['it'] as const
const both = ['security', 'it'] as const

/** The packages that come with the product. A change of an item raises the version of its package. */
export const LIBRARY_INDEX: readonly IndexedPackage[] = [
  {
    package: 'caseloom-alerts',
    title: 'Alerts',
    version: '1.0.0',
    description: 'The app that collects alerts, ready to be promoted to cases.',
    lines: security,
    items: of('app', 'intake', 'alert'),
  },
  {
    package: 'caseloom-alert-intake',
    title: 'Alert intake',
    version: '1.0.0',
    description: 'Playbooks to start from: alerts that are delivered to a webhook or collected every hour.',
    lines: security,
    items: of('playbook', 'intake', 'alert-intake', 'alert-poll'),
  },
  {
    package: 'caseloom-github-alerts',
    title: 'GitHub security alerts',
    version: '1.0.0',
    description: 'Turns the security alerts of GitHub into alerts.',
    lines: security,
    items: of('playbook', 'intake', 'github-security-alert'),
  },
  {
    package: 'caseloom-enrichment',
    title: 'Enrichment',
    version: '1.1.0',
    description:
      'Stores the verdicts of Observable intel, and looks up what earlier records know of the observables of an alert.',
    lines: security,
    items: of('playbook', 'enrichment', 'alert-look-up-observables'),
  },
  {
    package: 'caseloom-containment',
    title: 'Containment',
    version: '1.0.0',
    description: 'How a threat is contained: the record of it, and the approval before a host is isolated.',
    lines: security,
    items: [
      ...of('applet', 'response', 'containment'),
      ...of('playbook', 'response', 'alert-approve-isolation'),
    ],
  },
  {
    package: 'caseloom-alert-reminders',
    title: 'Alert reminders',
    version: '1.0.0',
    description: 'Reminds the administrators of serious alerts that no one has taken.',
    lines: security,
    items: of('playbook', 'response', 'alert-remind-open'),
  },
  {
    package: 'caseloom-case-work',
    title: 'Case work',
    version: '1.0.0',
    description: 'Cases from the first alert to the lessons learned, with an approved closure.',
    lines: security,
    items: [...of('app', 'case_work', 'case'), ...of('playbook', 'case_work', 'case-approve-closure')],
  },
  {
    package: 'caseloom-investigation',
    title: 'Investigation',
    version: '1.0.0',
    description: 'Applets for who is affected and for the custody of evidence.',
    lines: security,
    items: of('applet', 'case_work', 'identities', 'custody'),
  },
  {
    package: 'caseloom-observable-intel',
    title: 'Observable intel',
    version: '1.0.0',
    description: 'What is known of addresses, domains, and files.',
    lines: security,
    items: of('app', 'intel', 'observable_intel'),
  },
  {
    package: 'caseloom-duties',
    title: 'Notification duties',
    version: '1.0.0',
    description: 'Who must be notified of an incident, and by when.',
    lines: security,
    items: of('applet', 'reporting', 'notify'),
  },
  {
    package: 'caseloom-lessons',
    title: 'Root cause and lessons',
    version: '1.0.0',
    description: 'Why something happened, and what changes because of it.',
    lines: both,
    items: of('applet', 'reporting', 'root_cause'),
  },
  {
    package: 'caseloom-alert-report',
    title: 'Alert report',
    version: '1.0.0',
    description: 'The figures of the week, every Monday.',
    lines: security,
    items: of('playbook', 'reporting', 'alert-weekly-report'),
  },
  {
    package: 'caseloom-assets',
    title: 'Assets',
    version: '1.0.0',
    description: 'Computers, accounts, and services, with their owners.',
    lines: both,
    items: of('app', 'assets', 'asset'),
  },
  {
    package: 'caseloom-requests',
    title: 'Service requests',
    version: '1.0.0',
    description: 'What people need from IT, with approval and reminders.',
    lines: it,
    items: [
      ...of('app', 'requests', 'service_request'),
      ...of('playbook', 'requests', 'request-approve', 'request-remind-due'),
    ],
  },
  {
    package: 'caseloom-changes',
    title: 'Changes',
    version: '1.0.0',
    description: 'Planned changes with their risk, plan, and approval.',
    lines: it,
    items: [...of('app', 'changes', 'change_request'), ...of('playbook', 'changes', 'change-approve')],
  },
]

/** Product lines that every tenant begins with, in this order; the last one holds all that ships and stays. */
export const BUILT_IN_LINES = [
  { key: 'security', name: 'Security' },
  { key: 'it', name: 'IT' },
] as const
export const VENDOR_LINE = { key: 'caseloom', name: 'Caseloom' } as const
