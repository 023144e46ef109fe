import type { Mailbox, MailView } from '@caseloom/contract/records/mail'
import { defang } from '@caseloom/contract/values/observable-value'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Chip } from '../../../ui/Chip.tsx'
import { DateTime } from '../../../ui/Times.tsx'
import classes from './Mail.module.css'

/** Recipients rendered before the count of the others. */
const SHOWN = 5

/** Sender, recipients, subject, and dates, with what of it is odd. */
export function MailFacts({ mail }: { mail: MailView }) {
  const { t } = useTranslation('mail')
  const { from, fromClaims, replyTo, to, cc } = mail
  return (
    <dl className={classes.facts} aria-label={t('facts')}>
      <Fact label={t('from')}>
        {from === null ? t('none') : <Sender box={from} />}
        {fromClaims !== null && <Chip hue="red">{t('claims', { name: plain(fromClaims) })}</Chip>}
      </Fact>
      {replyTo.length > 0 && (
        <Fact label={t('replyTo')}>
          {replyTo.slice(0, SHOWN).map((box) => (
            <Sender key={box.address} box={box} />
          ))}
          {mail.replyDiffers && <Chip hue="amber">{t('differs')}</Chip>}
        </Fact>
      )}
      <Fact label={t('to')}>
        <Recipients boxes={to} />
      </Fact>
      {cc.length > 0 && (
        <Fact label={t('cc')}>
          <Recipients boxes={cc} />
        </Fact>
      )}
      <Fact label={t('subject')}>
        <strong className={classes.subject}>
          <bdi>{mail.subject === '' ? t('none') : mail.subject}</bdi>
        </strong>
      </Fact>
      <Fact label={t('sent')}>{mail.date === null ? t('none') : <DateTime at={mail.date} seconds />}</Fact>
      <Fact label={t('messageId')}>
        <span className={classes.mono}>{mail.messageId ?? t('none')}</span>
      </Fact>
    </dl>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Sender({ box: { name, address } }: { box: Mailbox }) {
  return (
    <span className={classes.sender}>
      {name !== '' && (
        <strong>
          <bdi>{name}</bdi>
        </strong>
      )}
      <span className={classes.mono} translate="no">
        <bdi>{defang('email', address)}</bdi>
      </span>
    </span>
  )
}

function Recipients({ boxes }: { boxes: readonly Mailbox[] }) {
  const { t } = useTranslation('mail')
  if (boxes.length === 0) return t('none')
  const words = boxes.slice(0, SHOWN).map(({ address, name }) => (address === '' ? name : address))
  return (
    <span className={classes.mono} translate="no">
      <bdi>{words.join(', ')}</bdi>
      {boxes.length > SHOWN && (
        <span className={classes.quiet}> {t('more', { count: boxes.length - SHOWN })}</span>
      )}
    </span>
  )
}

/** What the name claims, so that it isn't a link again. */
function plain(claim: string): string {
  if (claim.includes('://')) return defang('url', claim)
  return defang(claim.includes('@') ? 'email' : 'domain', claim)
}
