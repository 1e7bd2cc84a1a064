import { useQuery } from "@tanstack/react-query";
import Copy from "lucide-react/icons/copy";
import ListOrdered from "lucide-react/icons/list-ordered";
import ReceiptText from "lucide-react/icons/receipt-text";
import { useCopy } from "#app/components/copy-button.tsx";
import { requestSearchQuery } from "#app/features/usage-log/queries.ts";
import { formatCost, formatMilliseconds, formatMoment } from "#app/lib/format.ts";
import { statusTone } from "#app/lib/http-status.ts";
import { keyLabels, keyName } from "#app/lib/keys/key-labels.ts";
import { paths } from "#app/lib/paths.ts";
import { isWholeRequestId, mayBeRequestId, requestIdOf } from "#app/lib/request-id.ts";
import { requestsPath } from "#app/lib/usage-params.ts";
import { useSettled } from "#app/lib/use-settled.ts";
import type { ApiKey } from "#core/contract/keys.ts";
import type { UsageItem } from "#core/contract/usage.ts";
import { HOUR_MS } from "#core/domain/time.ts";
import { type MenuEntry, menuEntry } from "./menu-entries.ts";
import { menuMessages } from "./messages.ts";

/** The requests whose ID begins with the query, newest first, and what can be done with the only one. */
export function useFoundRequests(query: string, keys: readonly ApiKey[]) {
  const text = requestIdOf(query);
  const isWhole = isWholeRequestId(text);
  const settled = useSettled(text, isWhole);
  const search = useQuery(requestSearchQuery(mayBeRequestId(settled) ? settled : null));
  const { copy } = useCopy({ done: menuMessages.idCopied });
  const isAsked = mayBeRequestId(text);
  const items = isAsked ? (search.data?.items ?? []).filter((item) => beginsWith(item, text)) : [];
  const labels = keyLabels(keys);
  const [only] = items;
  const actions = isWhole && only ? actionsOf(only, () => copy(Promise.resolve(only.request_id))) : [];
  return {
    requests: items.map((item) => requestEntry(item, labels)),
    actions,
    failed: isAsked && search.isError,
    searching: isAsked && (search.isFetching || settled !== text),
  };
}

/** What was found for a shorter text may not match any more. */
const beginsWith = ({ request_id }: UsageItem, text: string) =>
  request_id.toLowerCase().startsWith(text.toLowerCase());

function requestEntry(item: UsageItem, labels: ReadonlyMap<string, string>): MenuEntry {
  const { request_id, timestamp, model, endpoint, key_id, response_time, cost, status_code } = item;
  const facts = [
    formatMoment(timestamp),
    model ?? endpoint,
    keyName({ keyId: key_id, name: null }, labels),
    formatMilliseconds(response_time),
    formatCost(cost),
  ];
  return {
    ...menuEntry(`request ${request_id}`, request_id, ReceiptText, paths.request(request_id), ""),
    isCode: true,
    detail: facts.join(" · "),
    status: { label: String(status_code), tone: statusTone(status_code) },
  };
}

function actionsOf({ timestamp }: UsageItem, copy: () => unknown): MenuEntry[] {
  const hour = Math.floor(Date.parse(timestamp) / HOUR_MS) * HOUR_MS;
  const [from = "", to = ""] = [hour, hour + HOUR_MS].map((at) => new Date(at).toISOString());
  const atThisTime = requestsPath({ range: "custom", from, to }, {});
  return [
    menuEntry("copy request", "Copy request ID", Copy, copy, ""),
    menuEntry("usage at", "Open Usage at this time", ListOrdered, atThisTime, ""),
  ];
}
