/** Includes fractions of a cent, since single questions cost that little. */
export function moneyText(amount: number, currency: string): string {
  const digits = amount !== 0 && amount < 1 ? 4 : 2
  return `${amount.toFixed(digits)} ${currency}`
}
