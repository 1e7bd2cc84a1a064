import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { Brand } from "#app/features/shell/brand.tsx";
import { ThemeToggle } from "#app/features/theme/theme-toggle.tsx";
import { paths } from "#app/lib/paths.ts";
import { SampleRequest } from "./sample-request.tsx";

interface AuthFrameProps {
  title: string;
  description: string;
  children: ReactNode;
}

/** The page around every form of somebody who is not signed in. */
export function AuthFrame({ title, description, children }: AuthFrameProps) {
  return (
    <div className="flex min-h-screen bg-surface dark:bg-canvas">
      <main className="flex w-full max-w-[36rem] flex-col px-10 max-lg:max-w-none max-lg:px-5 lg:w-[46%]">
        <div className="flex h-16 shrink-0 items-center justify-between">
          <Brand />
          <span className="-mr-2.5 lg:hidden">
            <ThemeToggle />
          </span>
        </div>
        <div className="mx-auto flex w-full max-w-form flex-1 flex-col justify-center pt-4 pb-5 max-lg:justify-start max-lg:pt-8 max-lg:pb-8">
          <h1 className="text-title font-semibold">{title}</h1>
          <p className="mt-1 wrap-anywhere text-body text-ink-2">{description}</p>
          {children}
        </div>
        <footer className="flex h-14 shrink-0 items-center gap-5 text-caption text-ink-3">
          <FooterLink to={paths.documentation}>Documentation</FooterLink>
          <FooterLink to={paths.terms}>Terms</FooterLink>
        </footer>
      </main>
      <SampleRequest />
    </div>
  );
}

const FooterLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link to={to} className="relative rounded-tag after:absolute after:-inset-2.5 hover:text-ink">
    {children}
  </Link>
);
