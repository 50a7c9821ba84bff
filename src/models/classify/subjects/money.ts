// Credit, budgets, plans: what only a payment, a new month or another connection mends.
import { hasCode, says } from '../ask.ts'
import type { Reading } from '../reading.ts'
import { isPlaceNotAllowed } from './account.ts'
import { isShortLimit } from './rate-limit.ts'

const CODES = [
  /insufficient_?(quota|balance|credit|fund)|not_enough_(balance|credit)|(credit|balance)s?_(depleted|exhausted|insufficient|too_low|limit)|credit_exhausted|out_of_credits/,
  /^billing|billing_(error|not_active|hard_limit|disabled)|payment_?required|arrear|overdue|prepay/,
  /budget_?exceeded|exceeded_?budget|(spend|spending|usage)_?limit|exceeded_current_quota|quota_exhausted|freetieronly|freeusage/,
]

const WORDS = [
  /insufficient (account |user |token )?(balance|credit|fund|quota)|not enough (credit|balance|fund|money)|余额|欠费|充值/i,
  /\b(balance|credit|fund)s?\b[^.]{0,40}\b(insufficient|too low|not enough|exhausted|depleted|run out|used up|negative|expired|below)/i,
  /\b(no|out of|lack|used (up )?all|exhausted|exceeded|depleted|requires? more|add( more)?|purchase|buy) (of )?(your |the |any |available |remaining |included |monthly |free |trial |sufficient |more )*(credit|balance|fund|extra usage)s?\b/i,
  /\b(spend(ing)?|credit|cost|budget|billing hard|hard|key|dollar)[- ](limit|cap)s?\b.{0,40}\b(exceed|reach|hit)|(exceed|reach|hit)\w{0,9}.{0,60}\b(spend(ing)?|credit|cost|budget|billing hard|hard|key|dollar)[- ](limit|cap)/i,
  /budget (has been |was |is )?(exceed|exhaust|reach)|exceed\w{0,9} (the |your )?(\w{1,9} )?budget|exceeded\w{0,9}budget|\bmax[_ ]budget/i,
  /payment (is )?(required|failed|overdue)|unpaid|\boverdue\b|past due|arrears|failure to pay|top[- ]?up|\brecharge\b|can only afford|prepa(y|id)\w{0,9} credit/i,
  /billing (is |has been )?(not (active|enabled)|disabled|issue|inactive|hard)|(requires?|enable) billing|check your billing|billing or payment/i,
  /subscription[^.]{0,20}\b(inactive|expired|required|not active)|(inactive|expired|need a \w{1,9}) subscription/i,
  /free (tier|trial|quota|allowance|plan|allocation)[^.]{0,60}(exhausted|used up|expired|ended|exceeded|over\b)|higher monthly limit/i,
  /(not|n't|no|without) (have |include |part of |available (on|in|for) )?(a |any |the |your )?free[- ](quota |usage )?(tier|plan|quota)/i,
]

/** Limits of a plan, as subscriptions have them; `try again later` with a 429 is a crowd, not a spent plan. */
function isUsageLimit(reading: Reading): boolean {
  if (!says(reading, /\busage limits?\b|使用上限/i)) return false
  return reading.status !== 429 || !says(reading, /(try again|retry) (later|soon|shortly)/i)
}

export function isMoney(reading: Reading): boolean {
  // `The free tier is not available in your country`: no money helps there.
  if (isPlaceNotAllowed(reading)) return false
  if (reading.status === 402 || CODES.some((pattern) => hasCode(reading, pattern))) return true
  // Per-minute limits end with advice about plans and payment methods.
  if (reading.status === 429 && isShortLimit(reading)) return false
  if (isUsageLimit(reading) || says(reading, ...WORDS)) return true
  // OpenAI's words for no credit are Google's for any quota; Google names the quotas.
  return says(reading, /exceeded your current quota/i) && !hasCode(reading, /resource_exhausted/)
}

/** OpenRouter holds money for calls in flight: the one payment error that passes by itself. */
export function isInFlightBudget(reading: Reading): boolean {
  return hasCode(reading, /in_flight/) || says(reading, /\bin[- ]flight\b/i)
}
