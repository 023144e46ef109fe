import type { SentEntry } from '@caseloom/contract/assistant/assistant-models'
import type { TFunction } from 'i18next'
import classes from '../../../ui/admin/Settings.module.css'
import { type GridColumn, textColumn } from '../../../ui/grid/grid-column.ts'
import { formatCount } from '../../../ui/time.ts'
import { DateTime } from '../../../ui/Times.tsx'
import { moneyText } from './money.ts'

type Translate = TFunction<'admin'>

export function tokensText({ tokensIn, tokensOut, reckoned }: SentEntry): string {
  return `${reckoned ? '≈ ' : ''}${formatCount(tokensIn)} / ${formatCount(tokensOut)}`
}

/** The outcome comes last, where it stays visible in a narrow window. */
export function sentColumns(
  t: Translate,
  tenantName: (tenantId: string | null) => string,
): GridColumn<SentEntry>[] {
  return [
    {
      key: 'at',
      label: t('sent.columns.at'),
      width: 152,
      quiet: true,
      render: (entry) => <DateTime at={entry.at} />,
    },
    textColumn({ key: 'user', label: t('sent.columns.user'), title: true, text: ({ user }) => user.name }),
    {
      key: 'tenant',
      label: t('sent.columns.tenant'),
      width: 150,
      fold: 3,
      render: (entry) => <span className={classes.cut}>{tenantName(entry.tenantId)}</span>,
      text: (entry) => tenantName(entry.tenantId),
    },
    {
      key: 'model',
      label: t('sent.columns.model'),
      width: 160,
      fold: 1,
      render: (entry) => <span className={classes.cut}>{entry.model}</span>,
      text: (entry) => entry.model,
    },
    { key: 'tokens', label: t('sent.columns.tokens'), width: 120, render: tokensText },
    {
      key: 'cost',
      label: t('sent.columns.cost'),
      width: 112,
      fold: 2,
      render: (entry) => moneyText(entry.cost, entry.currency),
    },
    {
      key: 'outcome',
      label: t('sent.columns.outcome'),
      width: 128,
      render: (entry) => t(`sent.outcomes.${entry.outcome}`),
    },
  ]
}
