/** An amount in its currency; fractions of a cent are told, since single questions cost such. */
export function moneyText(amount: number, currency: string): string {
  const digits = amount !== 0 && amount < 1 ? 4 : 2
  return `${amount.toFixed(digits)} ${currency}`
}
