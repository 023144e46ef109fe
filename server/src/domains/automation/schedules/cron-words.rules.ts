const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const DAY_NAMES = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT']
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
const MONTH_NAMES = MONTHS.map((name) => name.slice(0, 3).toUpperCase())

/** Describes a schedule in words for common patterns; others are described field by field. */
export function cronWords(cron: string): string {
  const fields = cron.trim().split(/\s+/)
  const [second = '0', minute = '*', hour = '*', day = '*', month = '*', weekday = '*'] =
    fields.length === 6 ? fields : ['0', ...fields]
  const parts = [timeWords(second, minute, hour), dayWords(day, weekday), monthWords(month)]
  return parts.filter((part) => part !== '').join(', ')
}

function timeWords(second: string, minute: string, hour: string): string {
  if (isNumber(minute) && isNumber(hour)) {
    const seconds = second === '0' ? '' : `:${two(second)}`
    return `At ${two(hour)}:${two(minute)}${isNumber(second) ? seconds : ''}`
  }
  if (second !== '0' && minute === '*' && hour === '*') return every(second, 'second')
  const within = hour === '*' ? '' : ` ${hourWords(hour)}`
  if (minute === '0' && hour.startsWith('*/')) return every(hour, 'hour')
  if (minute === '0' && hour === '*') return 'Every hour'
  if (isNumber(minute)) return `At minute ${Number(minute)} of every hour${within}`
  return `${every(minute, 'minute')}${within}`
}

function hourWords(hour: string): string {
  const range = /^(\d+)-(\d+)$/.exec(hour)
  if (range !== null) return `from ${two(range[1] ?? '')}:00 to ${two(range[2] ?? '')}:59`
  if (hour.startsWith('*/')) return `in every ${ordinal(Number(hour.slice(2)))} hour`
  return `in hour ${list(hour.split(','))}`
}

function every(field: string, unit: string): string {
  const step = /^\*\/(\d+)$/.exec(field)?.[1]
  if (field === '*' || step === '1') return `Every ${unit}`
  if (step !== undefined) return `Every ${Number(step)} ${unit}s`
  return `At ${unit} ${list(field.split(','))}`
}

function dayWords(day: string, weekday: string): string {
  const dates = day === '*' || day === '?' ? '' : `on ${dateWords(day)} of the month`
  const days = weekday === '*' || weekday === '?' ? '' : `on ${weekdayWords(weekday)}`
  if (dates !== '' && days !== '') return `${dates} or ${days}`
  return dates + days
}

function dateWords(day: string): string {
  if (day.toUpperCase() === 'L') return 'the last day'
  return `day ${list(day.split(',').map(span))}`
}

function weekdayWords(weekday: string): string {
  const named = (text: string): string => {
    const index = DAY_NAMES.indexOf(text.toUpperCase())
    return DAYS[index < 0 ? Number(text) : index] ?? text
  }
  if (/^(1-5|MON-FRI)$/i.test(weekday)) return 'working days'
  return list(weekday.split(',').map((part) => part.split('-').map(named).join(' to ')))
}

function monthWords(month: string): string {
  if (month === '*') return ''
  if (month.startsWith('*/')) return `in every ${ordinal(Number(month.slice(2)))} month`
  const named = (text: string): string => {
    const index = MONTH_NAMES.indexOf(text.toUpperCase())
    return MONTHS[index < 0 ? Number(text) - 1 : index] ?? text
  }
  return `in ${list(month.split(',').map((part) => part.split('-').map(named).join(' to ')))}`
}

const isNumber = (field: string) => /^\d+$/.test(field)
const two = (text: string) => text.padStart(2, '0')
const span = (part: string) => part.replace('-', ' to ')

function ordinal(n: number): string {
  const last = n % 100 > 10 && n % 100 < 14 ? 0 : n % 10
  return `${n}${['th', 'st', 'nd', 'rd'][last] ?? 'th'}`
}

function list(parts: readonly string[]): string {
  return parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}
