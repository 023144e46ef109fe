import {
  NOTIFICATION_KINDS,
  type NotificationChoices,
  type NotificationKind,
} from '@caseloom/contract/identity/sign-in'
import { Checkbox } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Block } from './Block.tsx'
import type { SectionProps } from './section.ts'
import { saveMe } from '../../../data/me.ts'
import { useAction } from './useAction.ts'
import classes from './User.module.css'

const WAYS = ['inProduct', 'mail'] as const

/** Each choice applies immediately. */
export function NotificationsSection({ me }: SectionProps) {
  const { t } = useTranslation('user')
  const client = useQueryClient()
  const save = useAction({ act: (notifications: NotificationChoices) => saveMe(client, { notifications }) })
  // While a choice is being saved, it is shown as made.
  const shown = save.isPending ? save.variables : me.notifications
  const choose = (kind: NotificationKind, way: (typeof WAYS)[number], on: boolean) => {
    const before = shown[kind] ?? { inProduct: false, mail: false }
    save.mutate({ ...shown, [kind]: { ...before, [way]: on } })
  }
  return (
    <Block title={t('notifications.title')} text={t('notifications.text')}>
      <table className={classes.choices}>
        <thead>
          <tr>
            <th scope="col">{t('notifications.kind')}</th>
            {WAYS.map((way) => (
              <th key={way} scope="col" className={classes.choice}>
                {t(`notifications.${way}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {NOTIFICATION_KINDS.map((kind) => (
            <tr key={kind}>
              <th scope="row">
                <span className={classes.rowTitle}>{t(`notifications.${kind}`)}</span>
                <span className={classes.rowText}>{t(`notifications.${kind}Text`)}</span>
              </th>
              {WAYS.map((way) => (
                <td key={way} className={classes.choice}>
                  <Checkbox
                    aria-label={t('notifications.cell', {
                      kind: t(`notifications.${kind}`),
                      way: t(`notifications.${way}`),
                    })}
                    checked={shown[kind]?.[way] ?? false}
                    onChange={(event) => choose(kind, way, event.currentTarget.checked)}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Block>
  )
}
