import type { AppView } from '@caseloom/contract/apps/apps'
import type { MailAttachment, MailHop, MailLink, MailView } from '@caseloom/contract/records/mail'
import type { RecordView } from '@caseloom/contract/records/records'
import { defang } from '@caseloom/contract/values/observable-value'
import { IconFile, IconFileZip } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { formatSpan } from '../../../ui/time.ts'
import { DateTime } from '../../../ui/Times.tsx'
import { fileSize, typeWord } from '../files/file-size.ts'
import classes from './Mail.module.css'
import { MailObservables } from './MailObservables.tsx'

interface MailAsideProps {
  mail: MailView
  app: AppView
  record: RecordView
}

/** Where the email leads, what it carries, how it came, and what to look up. */
export function MailAside({ mail, app, record }: MailAsideProps) {
  const { t } = useTranslation('mail')
  const { links, attachments, hops } = mail
  return (
    <div className={classes.aside}>
      <MailObservables app={app} record={record} found={mail.observables} hidden={mail.hidden} />
      <Part title={t('links')} count={links.length} none={t('noLinks')}>
        {links.map((link) => (
          <LinkItem key={`${link.kind} ${link.target} ${link.text}`} link={link} />
        ))}
      </Part>
      <Part title={t('attachments')} count={attachments.length} none={t('noAttachments')}>
        {attachments.map((file, at) => (
          <AttachmentItem key={at} file={file} />
        ))}
      </Part>
      <Part title={t('path')} count={hops.length} none={t('noPath')}>
        {hops.map((hop, at) => (
          <HopItem key={at} hop={hop} />
        ))}
      </Part>
    </div>
  )
}

interface PartProps {
  title: string
  count: number
  none: string
  children: ReactNode
}

function Part({ title, count, none, children }: PartProps) {
  return (
    <section aria-label={title}>
      <h2 className={classes.partTitle}>
        {title} {count > 0 && <span className={classes.quiet}>{count}</span>}
      </h2>
      {count === 0 ? <p className={classes.quiet}>{none}</p> : <ul className={classes.items}>{children}</ul>}
    </section>
  )
}

function LinkItem({ link: { kind, target, text, shows } }: { link: MailLink }) {
  const { t } = useTranslation('mail')
  const value = target.startsWith('mailto:')
    ? defang('email', target.slice('mailto:'.length))
    : defang('url', target)
  return (
    <li className={classes.item}>
      <span className={classes.mono} translate="no" title={value}>
        <bdi className={classes.target}>{value}</bdi>
      </span>
      {kind === 'form' && <span className={classes.warning}>{t('form')}</span>}
      {shows !== null && <span className={classes.danger}>{t('shows', { host: shows })}</span>}
      {text !== '' && shows === null && (
        <span className={classes.quiet}>
          <bdi>{text}</bdi>
        </span>
      )}
    </li>
  )
}

function AttachmentItem({ file }: { file: MailAttachment }) {
  const { t } = useTranslation('mail')
  const { name, size, mediaType, statedType, contents } = file
  const Icon = contents === null ? IconFile : IconFileZip
  const more = contents === null ? 0 : contents.total - Math.min(contents.names.length, 5)
  return (
    <li className={classes.item}>
      <span className={classes.fileName}>
        <Icon size={14} stroke={1.6} aria-hidden />
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <span className={classes.quiet}>
          {fileSize(size)}, {typeWord(mediaType)}
          {contents?.encrypted === true && `, ${t('encrypted')}`}
        </span>
      </span>
      {statedType !== mediaType && (
        <span className={classes.warning}>{t('stated', { type: statedType })}</span>
      )}
      {contents !== null && contents.total > 0 && (
        <span className={classes.warning}>
          {t('contents', { names: contents.names.slice(0, 5).join(', ') })}
          {more > 0 && ` ${t('more', { count: more })}`}
        </span>
      )}
      <Hash kind="sha256" value={file.sha256} name={name} />
      <Hash kind="md5" value={file.md5} name={name} />
    </li>
  )
}

function Hash({ kind, value, name }: { kind: 'sha256' | 'md5'; value: string; name: string }) {
  const { t } = useTranslation('mail')
  return (
    <span className={classes.hash}>
      <span className={classes.quiet}>{t(kind)}</span>
      <span className={classes.mono} title={value}>
        {value.slice(0, 12)}…{value.slice(-4)}
      </span>
      <CopyButton value={value} label={t('copyHash', { hash: t(kind), name })} size={20} />
    </span>
  )
}

function HopItem({ hop: { from, ip, by, protocol, at, delay } }: { hop: MailHop }) {
  const { t } = useTranslation('mail')
  const address = ip === null ? null : ip.includes(':') ? ip : defang('ipv4', ip)
  return (
    <li className={classes.hop}>
      <span className={classes.mono}>
        <bdi>{from ?? address ?? t('unknownServer')}</bdi>
      </span>
      <span className={classes.quiet}>
        {[
          ...(from !== null && address !== null ? [address] : []),
          ...(by === null ? [] : [t('by', { server: by })]),
          ...(protocol === null ? [] : [protocol]),
        ].join(', ')}
      </span>
      <span className={classes.quiet}>
        {at !== null && <DateTime at={at} seconds />}
        {delay !== null && ` ${delay < 0 ? '−' : '+'}${formatSpan(Math.abs(delay) * 1000)}`}
      </span>
    </li>
  )
}
