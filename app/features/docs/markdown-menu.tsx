import Copy from "lucide-react/icons/copy";
import FileText from "lucide-react/icons/file-text";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "#app/components/ui/dropdown-menu.tsx";
import type { OnDemandProps } from "#app/components/ui/on-demand.tsx";
import { docsMessages } from "./messages.ts";

interface MarkdownMenuProps extends OnDemandProps {
  address: string;
  onCopy: () => unknown;
}

export default function MarkdownMenu({ address, onCopy, trigger, byKeyboard }: MarkdownMenuProps) {
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      <DropdownMenuContent align="end" className="w-52" byKeyboard={byKeyboard}>
        <DropdownMenuItem onSelect={onCopy}>
          <Copy aria-hidden="true" />
          {docsMessages.copyMarkdown}
        </DropdownMenuItem>
        <DropdownMenuItem asChild>
          <a href={address}>
            <FileText aria-hidden="true" />
            {docsMessages.viewMarkdown}
          </a>
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
