import type { MailView } from '@caseloom/contract/records/mail'
import { SegmentedControl, useComputedColorScheme } from '@mantine/core'
import { IconEyeOff, IconShieldCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mailFrame } from './mail-frame.ts'
import classes from './Mail.module.css'

const VIEWS = ['preview', 'text', 'headers', 'source'] as const
type View = (typeof VIEWS)[number]

/** The content of an email in four views; none of them runs or loads anything of it. */
export function MailBody({ mail }: { mail: MailView }) {
  const { t } = useTranslation('mail')
  const [view, setView] = useState<View>(mail.html === null ? 'text' : 'preview')
  const views = VIEWS.filter((one) => one !== 'preview' || mail.html !== null)
  return (
    <section className={classes.body} aria-label={t(`views.${view}`)}>
      <div className={classes.bodyHead}>
        <span className={classes.safe}>
          <IconShieldCheck size={16} stroke={1.6} color="var(--cl-green-solid)" aria-hidden />
          {t('safe')}
        </span>
        <SegmentedControl
          aria-label={t('view')}
          value={view}
          onChange={(next) => setView(VIEWS.find((one) => one === next) ?? 'text')}
          data={views.map((value) => ({ value, label: t(`views.${value}`) }))}
        />
      </div>
      {view === 'preview' && mail.html !== null && <Preview html={mail.html} />}
      {view === 'text' && <Plain text={mail.text === '' ? t('noText') : mail.text} label={t('views.text')} />}
      {view === 'headers' && <Headers headers={mail.headers} />}
      {view === 'source' && <Plain text={mail.source} label={t('views.source')} />}
      <Blocked blocked={mail.blocked} />
    </section>
  )
}

function Preview({ html }: { html: string }) {
  const { t } = useTranslation('mail')
  const scheme = useComputedColorScheme('light')
  return (
    <iframe
      className={classes.frame}
      title={t('frame')}
      sandbox=""
      referrerPolicy="no-referrer"
      srcDoc={mailFrame(html, { picture: t('picture'), scheme })}
    />
  )
}

function Plain({ text, label }: { text: string; label: string }) {
  return (
    <pre className={classes.plain} dir="auto" tabIndex={0} aria-label={label}>
      {text}
    </pre>
  )
}

function Headers({ headers }: Pick<MailView, 'headers'>) {
  const { t } = useTranslation('mail')
  return (
    <div className={classes.headers} role="region" aria-label={t('views.headers')} tabIndex={0}>
      <table className={classes.headerTable}>
        <thead>
          <tr>
            <th scope="col">{t('name')}</th>
            <th scope="col">{t('value')}</th>
          </tr>
        </thead>
        <tbody>
          {headers.map(({ name, value }, at) => (
            <tr key={at}>
              <td>{name}</td>
              <td className={classes.mono}>
                <bdi>{value}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Blocked({ blocked: { pictures, pixels, active } }: Pick<MailView, 'blocked'>) {
  const { t } = useTranslation('mail')
  const parts = [
    ...(pictures > 0 ? [t('pictures', { count: pictures })] : []),
    ...(pixels > 0 ? [t('pixels', { count: pixels })] : []),
    ...(active > 0 ? [t('active', { count: active })] : []),
  ]
  if (parts.length === 0) return null
  return (
    <p className={classes.blocked}>
      <IconEyeOff size={14} stroke={1.6} aria-hidden />
      {t('blocked', { what: parts.join(', ') })}
    </p>
  )
}
