import { type Channel, CHANNELS, type ChannelView } from '@caseloom/contract/identity/notification-channels'
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
import { ChannelIcon } from './ChannelIcon.tsx'
import classes from './Notifications.module.css'
import { NOTIFICATION_GROUPS } from './notification-groups.ts'
import { useAction } from './useAction.ts'

type Choice = NotificationChoices[NotificationKind]

interface TableProps {
  me: Me
  /** Absent until they are known. */
  channels: readonly ChannelView[] | undefined
  onConnect: (channel: Channel) => void
}

export function NotificationTable({ me, channels, onConnect }: TableProps) {
  const { t } = useTranslation('notifications')
  const client = useQueryClient()
  const save = useAction({ act: (notifications: NotificationChoices) => saveMe(client, { notifications }) })
  // While a choice is being saved, it is shown as made.
  const shown = save.isPending ? save.variables : me.notifications
  const connected = new Set(channels?.map(({ channel }) => channel))
  const choose = (kind: NotificationKind, choice: Choice) => save.mutate({ ...shown, [kind]: choice })
  return (
    <table className={classes.choices}>
      <TableHead email={me.email} channels={channels} onConnect={onConnect} />
      {NOTIFICATION_GROUPS.map(({ key, kinds }) => (
        <tbody key={key}>
          <tr>
            <th scope="rowgroup" colSpan={3 + CHANNELS.length} className={classes.group}>
              {t(`groups.${key}`)}
            </th>
          </tr>
          {kinds.map((kind) => (
            <KindRow
              key={kind}
              kind={kind}
              choice={shown[kind]}
              connected={connected}
              onChange={(choice) => choose(kind, choice)}
            />
          ))}
        </tbody>
      ))}
    </table>
  )
}

function TableHead({ email, channels, onConnect }: Omit<TableProps, 'me'> & { email: string }) {
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
        {CHANNELS.map((channel) => (
          <th key={channel} scope="col" className={classes.choice}>
            <ChannelIcon channel={channel} />
            <span className={classes.way}>{t(`names.${channel}`)}</span>
            {channels !== undefined && (
              <ChannelHead
                channel={channel}
                view={channels.find((each) => each.channel === channel)}
                onConnect={() => onConnect(channel)}
              />
            )}
          </th>
        ))}
      </tr>
    </thead>
  )
}

interface ChannelHeadProps {
  channel: Channel
  view: ChannelView | undefined
  onConnect: () => void
}

function ChannelHead({ channel, view, onConnect }: ChannelHeadProps) {
  const { t } = useTranslation('notifications')
  if (view === undefined)
    return (
      <button type="button" className={classes.connect} onClick={onConnect}>
        {t('connect')}
        <VisuallyHidden> {t(`names.${channel}`)}</VisuallyHidden>
      </button>
    )
  return (
    <span className={classes.wayText} data-paused={view.pausedAt !== null || undefined} title={view.host}>
      {view.pausedAt === null ? view.host : t('paused')}
    </span>
  )
}

interface KindRowProps {
  kind: NotificationKind
  choice: Choice
  onChange: (choice: Choice) => void
}

function KindRow({ kind, choice, connected, onChange }: KindRowProps & { connected: ReadonlySet<Channel> }) {
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
      {CHANNELS.map((channel) => (
        <td key={channel} className={classes.choice}>
          {connected.has(channel) ? (
            <Checkbox
              aria-label={t('cell', { kind: name, way: t(`names.${channel}`) })}
              checked={choice[channel]}
              onChange={(event) => onChange({ ...choice, [channel]: event.currentTarget.checked })}
            />
          ) : (
            <span className={classes.none} aria-hidden>
              –
            </span>
          )}
        </td>
      ))}
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
