import type { LicenseView } from '@caseloom/contract/tenancy/licensing'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatCount, formatDateTime, guessZone } from '../ui/time.ts'
import classes from './LicenseDialog.module.css'
import { licenseEn } from './license.en.ts'

type Details = NonNullable<LicenseView['details']>

/** Rerendered (by its key) when the license changes. */
export function LicenseFacts({ license }: { license: LicenseView }) {
  const { t } = useTranslation('license')
  const { licenseId, details } = license
  const [now] = useState(Date.now)
  if (licenseId === null) return null
  return (
    <dl className={classes.facts}>
      <dt>{t('id')}</dt>
      <dd>
        <code>{licenseId}</code>
      </dd>
      {details !== null && (
        <>
          <dt>{t('issuedTo')}</dt>
          <dd>{details.issuedTo}</dd>
          <ValidFrom details={details} now={now} />
          <dt>{t('validUntil')}</dt>
          <dd>
            <ValidUntil validUntil={details.validUntil} now={now} />
          </dd>
          {Object.entries(details.limits).map(([name, value]) => (
            <Limit key={name} name={name} value={value} />
          ))}
        </>
      )}
    </dl>
  )
}

/** Shown only while it is in the future. */
function ValidFrom({ details, now }: { details: Details; now: number }) {
  const { t } = useTranslation('license')
  const from = new Date(details.validFrom)
  if (from.getTime() <= now) return null
  return (
    <>
      <dt>{t('validFrom')}</dt>
      <dd>
        {formatDateTime(from, guessZone())} · <span className={classes.wrong}>{t('early')}</span>
      </dd>
    </>
  )
}

function ValidUntil({ validUntil, now }: { validUntil: string | null; now: number }) {
  const { t } = useTranslation('license')
  if (validUntil === null) return t('forEver')
  const until = new Date(validUntil)
  const over = now - until.getTime()
  const day = formatDateTime(until, guessZone())
  if (over < 0) return day
  return (
    <>
      {day} · <span className={classes.wrong}>{t('ended', { ago: agoOf(over) })}</span>
    </>
  )
}

const UNITS = [
  { unit: 'day', ms: 86_400_000 },
  { unit: 'hour', ms: 3_600_000 },
  { unit: 'minute', ms: 60_000 },
] as const

/** `7 days ago`, in the largest unit of at least one. */
function agoOf(milliseconds: number): string {
  const found = UNITS.find((each) => milliseconds >= each.ms)
  if (found === undefined) return 'just now'
  const { unit, ms } = found
  return new Intl.RelativeTimeFormat('en').format(-Math.floor(milliseconds / ms), unit)
}

function Limit({ name, value }: { name: string; value: number }) {
  const { t } = useTranslation('license')
  const isKnown = Object.hasOwn(licenseEn.limit, name)
  return (
    <>
      <dt>{isKnown ? t(`limit.${name}`) : name}</dt>
      <dd>{formatCount(value)}</dd>
    </>
  )
}
