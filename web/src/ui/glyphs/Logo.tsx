/** The mark of the product: threads that pass over and under. */
export function Logo({ size = 22 }: { size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 26 26"
      aria-hidden
      style={{ flex: 'none', display: 'block' }}
    >
      <rect width="26" height="26" rx="6.5" fill="var(--cl-accent)" />
      <path
        d="M5.4 9.5h6M15.8 9.5h4.8M5.4 16.5h4.8M14.6 16.5h6M9.5 5.4v4.1M9.5 14.6v6M16.5 5.4v6M16.5 16.5v4.1"
        stroke="var(--cl-on-accent)"
        strokeWidth="2.6"
        strokeLinecap="round"
        fill="none"
      />
    </svg>
  )
}
