import {
  IMMEDIATE_KINDS,
  type NotificationChoices,
  type NotificationKind,
} from '@caseloom/contract/identity/notification-choices'
import type { Me } from '@caseloom/contract/identity/sign-in'
import { Checkbox, VisuallyHidden } from '@mantine/core'
import { IconBell, IconCheck, IconMail } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { saveMe } from '../../../data/me.ts'
import classes from './Notifications.module.css'
import { NOTIFICATION_GROUPS } from './notification-groups.ts'
import { useAction } from './useAction.ts'

type Choice = NotificationChoices[NotificationKind]

export function NotificationTable({ me }: { me: Me }) {
  const { t } = useTranslation('notifications')
  const client = useQueryClient()
  const save = useAction({ act: (notifications: NotificationChoices) => saveMe(client, { notifications }) })
  // While a choice is being saved, it is shown as made.
  const shown = save.isPending ? save.variables : me.notifications
  const choose = (kind: NotificationKind, choice: Choice) => save.mutate({ ...shown, [kind]: choice })
  return (
    <table className={classes.choices}>
      <TableHead email={me.email} />
      {NOTIFICATION_GROUPS.map(({ key, kinds }) => (
        <tbody key={key}>
          <tr>
            <th scope="rowgroup" colSpan={3} className={classes.group}>
              {t(`groups.${key}`)}
            </th>
          </tr>
          {kinds.map((kind) => (
            <KindRow
              key={kind}
              kind={kind}
              choice={shown[kind]}
              onChange={(choice) => choose(kind, choice)}
            />
          ))}
        </tbody>
      ))}
    </table>
  )
}

function TableHead({ email }: { email: string }) {
  const { t } = useTranslation('notifications')
  return (
    <thead>
      <tr>
        <th scope="col">{t('kind')}</th>
        <th scope="col" className={classes.choice}>
          <IconBell size={16} stroke={1.6} aria-hidden />
          <span className={classes.way}>{t('inProduct')}</span>
          <span className={classes.wayText}>{t('inProductText')}</span>
        </th>
        <th scope="col" className={classes.choice}>
          <IconMail size={16} stroke={1.6} aria-hidden />
          <span className={classes.way}>{t('mail')}</span>
          <span className={classes.wayText} title={email}>
            {email}
          </span>
        </th>
      </tr>
    </thead>
  )
}

interface KindRowProps {
  kind: NotificationKind
  choice: Choice
  onChange: (choice: Choice) => void
}

function KindRow({ kind, choice, onChange }: KindRowProps) {
  const { t } = useTranslation('notifications')
  const name = t(`kinds.${kind}`)
  return (
    <tr>
      <th scope="row">
        <span className={classes.kind}>{name}</span>
        <span className={classes.kindText}>{t(`kindTexts.${kind}`)}</span>
      </th>
      <td className={classes.choice}>
        <Checkbox
          aria-label={t('cell', { kind: name, way: t('inProduct') })}
          checked={choice.inProduct}
          onChange={(event) => onChange({ ...choice, inProduct: event.currentTarget.checked })}
        />
      </td>
      <td className={classes.choice}>
        <MailCell kind={kind} choice={choice} onChange={onChange} />
      </td>
    </tr>
  )
}

/** Right away, then with the digest, then not at all. */
function MailCell({ kind, choice, onChange }: KindRowProps) {
  const { t } = useTranslation('notifications')
  const state = stateOf(choice)
  return (
    <button
      type="button"
      className={classes.cell}
      data-state={state}
      onClick={() => onChange({ ...choice, ...nextMail(choice, !IMMEDIATE_KINDS.has(kind)) })}
    >
      <VisuallyHidden>{t('cell', { kind: t(`kinds.${kind}`), way: t('mail') })} </VisuallyHidden>
      {state === 'digest' ? (
        t('state.digest')
      ) : (
        <Fragment>
          {state === 'now' ? <IconCheck size={12} stroke={2.4} aria-hidden /> : <span aria-hidden>–</span>}
          <VisuallyHidden>{t(`state.${state}`)}</VisuallyHidden>
        </Fragment>
      )}
    </button>
  )
}

function stateOf({ mail, digest }: Choice): 'now' | 'digest' | 'off' {
  if (!mail) return 'off'
  return digest ? 'digest' : 'now'
}

function nextMail(choice: Choice, mayWait: boolean): Pick<Choice, 'mail' | 'digest'> {
  switch (stateOf(choice)) {
    case 'now':
      return mayWait ? { mail: true, digest: true } : { mail: false, digest: false }
    case 'digest':
      return { mail: false, digest: false }
    default:
      return { mail: true, digest: false }
  }
}
