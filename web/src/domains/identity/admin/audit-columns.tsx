import type { AuditEntry } from '@caseloom/contract/identity/directory'
import classes from '../../../ui/admin/Settings.module.css'
import { Avatar } from '../../../ui/glyphs/Avatar.tsx'
import type { GridColumn } from '../../../ui/grid/grid-column.ts'
import { DateTime } from '../../../ui/Times.tsx'
import { actionWords } from './audit-range.ts'
import type { Translate } from './translate.ts'

export function auditColumns(t: Translate): GridColumn<AuditEntry>[] {
  const label = (key: string) => t(`audit.columns.${key}`)
  return [
    {
      key: 'at',
      label: label('at'),
      width: 152,
      quiet: true,
      render: (entry) => <DateTime at={entry.at} />,
    },
    {
      key: 'actor',
      label: label('actor'),
      width: 170,
      fold: 1,
      render: (entry) => (
        <span className={classes.person}>
          {entry.actor.kind === 'user' && <Avatar name={entry.actor.name} />}
          <span className={classes.cut}>{entry.actor.name}</span>
        </span>
      ),
      text: (entry) => entry.actor.name,
    },
    {
      key: 'action',
      label: label('action'),
      title: true,
      render: (entry) => actionWords(entry.action),
      text: (entry) => entry.action,
    },
    {
      key: 'ip',
      label: label('ip'),
      width: 120,
      fold: 2,
      render: (entry) => <code className={classes.mono}>{entry.ip}</code>,
      text: (entry) => entry.ip ?? undefined,
    },
    {
      key: 'object',
      label: label('object'),
      width: 156,
      render: (entry) => objectText(entry),
      text: (entry) => objectText(entry),
    },
  ]
}

function objectText({ object }: AuditEntry): string {
  return object === null ? '' : (object.name ?? object.kind)
}
