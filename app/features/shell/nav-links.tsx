import { NavLink } from "@remix-run/react";
import { Badge } from "#app/components/ui/badge.tsx";
import { paths } from "#app/lib/paths.ts";
import { insightEntries, type NavEntry, navEntries } from "./nav.ts";

type OnChoose = (() => void) | undefined;

export function NavLinks({ onChoose }: { onChoose?: () => void }) {
  return (
    <nav className="flex-1 overflow-y-auto px-3 pt-3" aria-label="Main">
      <div className="grid gap-0.5">
        {navEntries.map((entry) => (
          <Entry key={entry.to} onChoose={onChoose} {...entry} />
        ))}
      </div>
      <h2 className="mt-6 mb-1.5 px-2.5 text-caption font-medium text-ink-3">Insights</h2>
      <div className="grid gap-0.5">
        {insightEntries.map((entry) => (
          <Entry key={entry.to} onChoose={onChoose} {...entry} />
        ))}
      </div>
    </nav>
  );
}

type EntryProps = NavEntry & { onChoose: OnChoose };

/** NavLink marks the current one with `aria-current`. */
function Entry({ to, label, Icon, badge, onChoose }: EntryProps) {
  return (
    <NavLink
      to={to}
      end={to === paths.dashboard}
      {...(onChoose && { onClick: onChoose })}
      className="group flex h-8 items-center gap-2.5 rounded-item px-2.5 text-small font-medium text-ink-2 transition-colors hover:bg-hover hover:text-ink aria-[current=page]:bg-hover aria-[current=page]:text-ink max-lg:h-11"
    >
      <Icon
        className="size-4 shrink-0 text-ink-3 group-hover:text-ink-2 group-aria-[current=page]:text-accent"
        aria-hidden="true"
      />
      <span className="flex-1">{label}</span>
      {badge && <Badge tone="accent">{badge}</Badge>}
    </NavLink>
  );
}
